import Broker
import RPC
import Testing

/// Calls of services without a worker.
struct BrokerWaitTests {
    private var broker = SimulatedBroker()

    @Test
    mutating func `a service that is neither served nor expected is unavailable at once`() {
        broker.request(1, from: 1)

        #expect(broker.removeSent().end(of: 1, for: 1) == .unavailable)
    }

    @Test
    mutating func `a call waits two seconds for an expected service`() {
        broker.expect("s")
        broker.request(1, from: 1)
        broker.advance(.milliseconds(1999))
        #expect(broker.removeSent().end(of: 1, for: 1) == nil)

        broker.advance(.milliseconds(1))

        #expect(broker.removeSent().end(of: 1, for: 1) == .unavailable)
        #expect(broker.state.openCalls == 0)
    }

    @Test
    mutating func `a failure names the reason why a service has no worker`() {
        broker.expect(absences: ["s": "storage was stopped."])
        broker.request(1, from: 1)

        #expect(broker.failure?.message == "No worker serves s at the moment. storage was stopped.")
    }

    @Test
    mutating func `a new broker does not wait for a service that is known to be absent`() {
        broker = SimulatedBroker(isFresh: true)
        broker.expect(absences: ["s": "storage was given up: no disk."])
        broker.request(1, from: 1)

        #expect(broker.removeSent().end(of: 1, for: 1) == .unavailable)
    }

    @Test
    mutating func `a waiting call is sent to the worker that registers`() {
        broker.expect("s")
        broker.request(1, from: 1)

        broker.register(11)

        #expect(broker.removeSent().request(to: 11) != nil)
    }

    @Test
    mutating func `a waiting call fails when its service is no longer expected`() {
        broker.expect("s")
        broker.request(1, from: 1)

        broker.expect("t")

        #expect(broker.removeSent().end(of: 1, for: 1) == .unavailable)
    }

    @Test
    mutating func `a new broker waits two seconds for every service`() {
        broker = SimulatedBroker(isFresh: true)
        broker.request(1, from: 1)
        broker.advance(.milliseconds(1500))
        broker.request(2, from: 1)
        #expect(broker.removeSent().isEmpty)

        broker.advance(.milliseconds(500))
        broker.request(3, from: 1)

        let sent = broker.removeSent()
        #expect(
            (1...3).map { sent.end(of: $0, for: 1) } == [.unavailable, .unavailable, .unavailable])
    }

    @Test
    mutating func `a call that waits for capacity of a worker waits until its deadline`() {
        broker.expect("s")
        broker.request(1, from: 1)
        broker.request(2, from: 1)

        broker.register(11, capacity: 1)
        for _ in 0..<6 {
            broker.send(.pong, .none, from: 11)
            broker.advance(.milliseconds(500))
        }

        #expect(broker.removeSent().end(of: 2, for: 1) == nil)
        #expect(broker.state.openCalls == 2)
    }

    @Test
    mutating func `a call sent to a worker just before its deadline has a positive time left`()
        throws
    {
        broker.expect("s")
        broker.request(1, from: 1, timeToLive: 100)
        broker.advance(.microseconds(99_900))

        broker.register(11)

        let request = try #require(broker.removeSent().sent(.request, to: 11).first)
        #expect(request.preamble.timeToLive == 1)
    }

    @Test
    mutating func `an unknown service is unimplemented, with the nearest name as hint`() {
        broker.expect(
            "dayline.storage.Profiles", absences: ["dayline.storage.Days": "storage was stopped."])

        broker.request(1, from: 1, route: "dayline.storage.Profile/List")

        #expect(broker.failure?.code == .unimplemented)
        #expect(broker.failure?.hint == "Did you mean \"dayline.storage.Profiles\"?")
        broker.request(2, from: 1, route: "dayline.storage.Days/Read")
        #expect(broker.failure?.code == .unavailable)
    }

    @Test
    mutating func `a service whose worker has left is unavailable, even if no manifest names it`() {
        broker.expect("t")
        broker.register(11)
        broker.disconnect(11)
        _ = broker.removeSent()

        broker.request(1, from: 1)

        #expect(broker.removeSent().end(of: 1, for: 1) == .unavailable)
    }

    @Test
    mutating func `a new broker reports unknown services after two seconds`() {
        broker = SimulatedBroker(isFresh: true)
        broker.request(1, from: 1)
        broker.expect("t")
        #expect(broker.removeSent().isEmpty)

        broker.advance(.seconds(2))

        #expect(broker.removeSent().end(of: 1, for: 1) == .unimplemented)
    }
}
