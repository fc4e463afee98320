import Broker
import RPC
import Testing

/// Calls of workers that are lost.
struct BrokerLossTests {
    private var broker = SimulatedBroker()

    @Test
    mutating func `a lost worker's call fails`() {
        broker.register(11)
        broker.register(12)
        broker.request(1, from: 1)
        let worker = broker.removeSent().first { $0.kind == .request }?.peer ?? 0

        broker.disconnect(worker)

        #expect(broker.removeSent().end(of: 1, for: 1) == .unavailable)
    }

    @Test
    mutating func
        `a lost worker's repeatable call goes to another worker, and its late answer is dropped`()
        throws
    {
        broker.register(11)
        broker.request(1, from: 1, repeatable: true)
        let first = try #require(broker.removeSent().request(to: 11))
        broker.register(12)
        _ = broker.removeSent()

        broker.disconnect(11)
        let second = try #require(broker.removeSent().request(to: 12))
        #expect(second != first)

        broker.send(.final, first, from: 11)
        #expect(broker.removeSent().sent(.final, to: 1).isEmpty)
        broker.send(.final, second, from: 12)
        #expect(broker.removeSent().end(of: 1, for: 1) == .ok)
    }

    @Test
    mutating func `a repeatable call waits for an expected service to return`() {
        broker.expect("s")
        broker.register(11)
        broker.request(1, from: 1, repeatable: true)
        _ = broker.removeSent()
        broker.reportEnded("w11")
        #expect(broker.removeSent().isEmpty)

        broker.register(12)

        #expect(broker.removeSent().request(to: 12) != nil)
    }

    @Test
    mutating func `a call with a delivered item is not sent to another worker`() throws {
        broker.register(11)
        broker.request(1, from: 1, repeatable: true)
        let id = try #require(broker.removeSent().request(to: 11))
        broker.register(12)
        broker.send(.item, id, from: 11)
        _ = broker.removeSent()

        broker.disconnect(11)

        let sent = broker.removeSent()
        #expect(sent.end(of: 1, for: 1) == .unavailable)
        #expect(sent.request(to: 12) == nil)
    }

    @Test
    mutating func `a call whose workers end fails after three attempts`() {
        broker.request(0, from: 1)
        for worker in 11...14 { broker.register(UInt64(worker), capacity: 1) }
        broker.request(1, from: 1, repeatable: true)
        _ = broker.removeSent()

        for _ in 0..<3 {
            let busy = broker.state.listing.workers.first { $0.inFlight == 1 }?.instance ?? ""
            broker.reportEnded(busy)
        }

        #expect(broker.removeSent().end(of: 1, for: 1) == .unavailable)
        #expect(broker.state.openCalls == 0)
    }

    @Test
    mutating func `a large request is not retained, and fails with its worker`() {
        var limits = BrokerLimits()
        limits.retainedRequestBytes = 4
        broker = SimulatedBroker(limits)
        broker.register(11)
        broker.request(1, from: 1, repeatable: true)
        broker.register(12)
        _ = broker.removeSent()

        broker.disconnect(11)

        #expect(broker.removeSent().end(of: 1, for: 1) == .unavailable)
    }
}
