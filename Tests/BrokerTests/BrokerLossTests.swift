import Broker
import RPC
import Testing

/// Calls of workers that are lost.
struct BrokerLossTests {
    private var world = BrokerWorld()

    @Test
    mutating func `a lost worker's call fails`() {
        world.register(11)
        world.register(12)
        world.request(1, from: 1)
        let worker = world.removeSent().first { $0.kind == .request }?.peer ?? 0

        world.disconnect(worker)

        #expect(world.removeSent().end(of: 1, for: 1) == .unavailable)
    }

    @Test
    mutating func
        `a lost worker's repeatable call goes to another worker, and its late answer is dropped`()
        throws
    {
        world.register(11)
        world.request(1, from: 1, repeatable: true)
        let first = try #require(world.removeSent().request(to: 11))
        world.register(12)
        _ = world.removeSent()

        world.disconnect(11)
        let second = try #require(world.removeSent().request(to: 12))
        #expect(second != first)

        world.send(.final, first, from: 11)
        #expect(world.removeSent().sent(.final, to: 1).isEmpty)
        world.send(.final, second, from: 12)
        #expect(world.removeSent().end(of: 1, for: 1) == .ok)
    }

    @Test
    mutating func `a repeatable call waits for an expected service to return`() {
        world.expect("s")
        world.register(11)
        world.request(1, from: 1, repeatable: true)
        _ = world.removeSent()
        world.reportEnded("w11")
        #expect(world.removeSent().isEmpty)

        world.register(12)

        #expect(world.removeSent().request(to: 12) != nil)
    }

    @Test
    mutating func `a call with a delivered item is not sent to another worker`() throws {
        world.register(11)
        world.request(1, from: 1, repeatable: true)
        let id = try #require(world.removeSent().request(to: 11))
        world.register(12)
        world.send(.item, id, from: 11)
        _ = world.removeSent()

        world.disconnect(11)

        let sent = world.removeSent()
        #expect(sent.end(of: 1, for: 1) == .unavailable)
        #expect(sent.request(to: 12) == nil)
    }

    @Test
    mutating func `a call whose workers end fails after three attempts`() {
        world.request(0, from: 1)
        for worker in 11...14 { world.register(UInt64(worker), capacity: 1) }
        world.request(1, from: 1, repeatable: true)
        _ = world.removeSent()

        for _ in 0..<3 {
            let busy = world.state.listing.workers.first { $0.inFlight == 1 }?.instance ?? ""
            world.reportEnded(busy)
        }

        #expect(world.removeSent().end(of: 1, for: 1) == .unavailable)
        #expect(world.state.openCalls == 0)
    }

    @Test
    mutating func `a large request is not retained, and fails with its worker`() {
        var limits = BrokerLimits()
        limits.retainedRequestBytes = 4
        world = BrokerWorld(limits)
        world.register(11)
        world.request(1, from: 1, repeatable: true)
        world.register(12)
        _ = world.removeSent()

        world.disconnect(11)

        #expect(world.removeSent().end(of: 1, for: 1) == .unavailable)
    }
}
