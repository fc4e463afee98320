import Broker
import RPC
import Testing

/// What becomes of the calls of workers that are lost.
struct BrokerLossTests {
    private var world = BrokerWorld()

    @Test
    mutating func `a dead worker's call ends`() {
        world.register(11)
        world.register(12)
        world.request(1, from: 1)
        let worker = world.removeSent().first { $0.kind == .request }?.peer ?? 0

        world.disconnect(worker)

        #expect(world.removeSent().end(of: 1, for: 1) == .unavailable)
    }

    @Test
    mutating func `a dead worker's repeatable call goes to another, and its late answer nowhere`()
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
    mutating func `a repeatable call waits for the return of an expected service`() {
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
    mutating func `a call of which something was delivered does not move`() throws {
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
    mutating func `a call that kills its workers stops at the third`() {
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
    mutating func `a large request is not kept, and does not move`() {
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
