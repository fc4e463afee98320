import Broker
import RPC
import Testing

/// Calls of services without a worker.
struct BrokerWaitTests {
    private var world = BrokerWorld()

    @Test
    mutating func `a service that is neither served nor expected is unavailable at once`() {
        world.request(1, from: 1)

        #expect(world.removeSent().end(of: 1, for: 1) == .unavailable)
    }

    @Test
    mutating func `a call waits two seconds for an expected service`() {
        world.expect("s")
        world.request(1, from: 1)
        world.advance(.milliseconds(1999))
        #expect(world.removeSent().end(of: 1, for: 1) == nil)

        world.advance(.milliseconds(1))

        #expect(world.removeSent().end(of: 1, for: 1) == .unavailable)
        #expect(world.state.openCalls == 0)
    }

    @Test
    mutating func `a failure names the reason why a service has no worker`() {
        world.expect(absences: ["s": "storage was stopped."])
        world.request(1, from: 1)

        #expect(world.failure?.message == "No worker serves s at the moment. storage was stopped.")
    }

    @Test
    mutating func `a new broker does not wait for a service that is known to be absent`() {
        world = BrokerWorld(isFresh: true)
        world.expect(absences: ["s": "storage was given up: no disk."])
        world.request(1, from: 1)

        #expect(world.removeSent().end(of: 1, for: 1) == .unavailable)
    }

    @Test
    mutating func `a waiting call is sent to the worker that registers`() {
        world.expect("s")
        world.request(1, from: 1)

        world.register(11)

        #expect(world.removeSent().request(to: 11) != nil)
    }

    @Test
    mutating func `a waiting call fails when its service is no longer expected`() {
        world.expect("s")
        world.request(1, from: 1)

        world.expect("t")

        #expect(world.removeSent().end(of: 1, for: 1) == .unavailable)
    }

    @Test
    mutating func `a new broker waits two seconds for every service`() {
        world = BrokerWorld(isFresh: true)
        world.request(1, from: 1)
        world.advance(.milliseconds(1500))
        world.request(2, from: 1)
        #expect(world.removeSent().isEmpty)

        world.advance(.milliseconds(500))
        world.request(3, from: 1)

        let sent = world.removeSent()
        #expect(
            (1...3).map { sent.end(of: $0, for: 1) } == [.unavailable, .unavailable, .unavailable])
    }

    @Test
    mutating func `a call that waits for capacity of a worker waits until its deadline`() {
        world.expect("s")
        world.request(1, from: 1)
        world.request(2, from: 1)

        world.register(11, capacity: 1)
        for _ in 0..<6 {
            world.send(.pong, .none, from: 11)
            world.advance(.milliseconds(500))
        }

        #expect(world.removeSent().end(of: 2, for: 1) == nil)
        #expect(world.state.openCalls == 2)
    }

    @Test
    mutating func `a call sent to a worker just before its deadline has a positive time left`()
        throws
    {
        world.expect("s")
        world.request(1, from: 1, timeToLive: 100)
        world.advance(.microseconds(99_900))

        world.register(11)

        let request = try #require(world.removeSent().sent(.request, to: 11).first)
        #expect(request.preamble.timeToLive == 1)
    }

    @Test
    mutating func `an unknown service is unimplemented, with the nearest name as hint`() {
        world.expect(
            "dayline.storage.Profiles", absences: ["dayline.storage.Days": "storage was stopped."])

        world.request(1, from: 1, route: "dayline.storage.Profile/List")

        #expect(world.failure?.code == .unimplemented)
        #expect(world.failure?.hint == "Did you mean \"dayline.storage.Profiles\"?")
        world.request(2, from: 1, route: "dayline.storage.Days/Read")
        #expect(world.failure?.code == .unavailable)
    }

    @Test
    mutating func `a service whose worker has left is unavailable, even if no manifest names it`() {
        world.expect("t")
        world.register(11)
        world.disconnect(11)
        _ = world.removeSent()

        world.request(1, from: 1)

        #expect(world.removeSent().end(of: 1, for: 1) == .unavailable)
    }

    @Test
    mutating func `a new broker reports unknown services after two seconds`() {
        world = BrokerWorld(isFresh: true)
        world.request(1, from: 1)
        world.expect("t")
        #expect(world.removeSent().isEmpty)

        world.advance(.seconds(2))

        #expect(world.removeSent().end(of: 1, for: 1) == .unimplemented)
    }
}
