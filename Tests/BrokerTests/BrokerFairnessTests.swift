import Broker
import RPC
import Testing

/// Distribution of calls to workers and among clients.
struct BrokerFairnessTests {
    private var world = BrokerWorld()

    @Test
    mutating func `calls go to the least loaded worker, and no worker exceeds its capacity`() {
        world.register(11, capacity: 4)
        world.register(12, capacity: 2)
        for number in 0..<10 { world.request(number, from: 1) }

        let sent = world.removeSent()

        #expect(sent.sent(.request, to: 11).count == 4)
        #expect(sent.sent(.request, to: 12).count == 2)
        // Both half full: their loads have grown together.
        #expect(sent.filter { $0.kind == .request }.prefix(3).map(\.peer).sorted() == [11, 11, 12])
    }

    @Test
    mutating func `a client's many calls do not delay another client's first call`() throws {
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
    mutating func `a full queue refuses further calls`() {
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
    mutating func `a client at its limit of open calls is refused, and another is not`() {
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
    mutating func `an announced capacity of zero counts as one`() {
        world.register(11, capacity: 0)
        for number in 0..<2 { world.request(number, from: 1) }

        #expect(world.removeSent().sent(.request, to: 11).count == 1)
    }
}
