import Broker
import RPC
import Testing

/// Who gets how many calls, and whose turn it is.
struct BrokerFairnessTests {
    private var world = BrokerWorld()

    @Test
    mutating func `a worker gets no more than it has room for, and the least loaded gets the next`()
    {
        world.register(11, capacity: 4)
        world.register(12, capacity: 2)
        for number in 0..<10 { world.request(number, from: 1) }

        let sent = world.removeSent()

        #expect(sent.sent(.request, to: 11).count == 4)
        #expect(sent.sent(.request, to: 12).count == 2)
        // Half full each: the shares grew together.
        #expect(sent.filter { $0.kind == .request }.prefix(3).map(\.peer).sorted() == [11, 11, 12])
    }

    @Test
    mutating func `a client's many calls do not stand before another's first`() throws {
        world.register(11, capacity: 1)
        for number in 0..<5 { world.request(number, from: 1) }
        world.request(100, from: 2)
        let running = try #require(world.removeSent().request(to: 11))

        world.send(.final, running, from: 11)
        let second = try #require(world.removeSent().request(to: 11))
        world.send(.final, second, from: 11)
        let third = try #require(world.removeSent().request(to: 11))
        world.send(.final, third, from: 11)

        #expect(world.removeSent().end(of: 100, for: 2) == .ok)
        #expect(world.state.openCalls == 3)
    }

    @Test
    mutating func `a full queue refuses`() {
        var limits = BrokerLimits()
        limits.queuedPerService = 2
        world = BrokerWorld(limits)
        world.register(11, capacity: 1)
        for number in 0..<4 { world.request(number, from: 1) }

        let sent = world.removeSent()

        #expect(sent.end(of: 2, for: 1) == nil)
        #expect(sent.end(of: 3, for: 1) == .resourceExhausted)
    }

    @Test
    mutating func `a client with too many calls open is refused, and another is not`() {
        var limits = BrokerLimits()
        limits.openPerClient = 2
        world = BrokerWorld(limits)
        world.register(11, capacity: 10)
        for number in 0..<3 { world.request(number, from: 1) }
        world.request(3, from: 2)

        let sent = world.removeSent()

        #expect(sent.end(of: 2, for: 1) == .resourceExhausted)
        #expect(sent.sent(.request, to: 11).count == 3)
    }

    @Test
    mutating func `a worker that announces no room has room for one`() {
        world.register(11, capacity: 0)
        for number in 0..<2 { world.request(number, from: 1) }

        #expect(world.removeSent().sent(.request, to: 11).count == 1)
    }
}
