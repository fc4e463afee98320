import Broker
import RPC
import Testing

/// Distribution of calls to workers and among clients.
struct BrokerFairnessTests {
    private var broker = SimulatedBroker()

    @Test
    mutating func `calls go to the least loaded worker, and no worker exceeds its capacity`() {
        broker.register(11, capacity: 4)
        broker.register(12, capacity: 2)
        for number in 0..<10 { broker.request(number, from: 1) }

        let sent = broker.removeSent()

        #expect(sent.sent(.request, to: 11).count == 4)
        #expect(sent.sent(.request, to: 12).count == 2)
        // Both half full: their loads have grown together.
        #expect(sent.filter { $0.kind == .request }.prefix(3).map(\.peer).sorted() == [11, 11, 12])
    }

    @Test
    mutating func `a client's many calls do not delay another client's first call`() throws {
        broker.register(11, capacity: 1)
        for number in 0..<5 { broker.request(number, from: 1) }
        broker.request(100, from: 2)
        let running = try #require(broker.removeSent().request(to: 11))

        broker.send(.final, running, from: 11)
        let second = try #require(broker.removeSent().request(to: 11))
        broker.send(.final, second, from: 11)
        let third = try #require(broker.removeSent().request(to: 11))
        broker.send(.final, third, from: 11)

        #expect(broker.removeSent().end(of: 100, for: 2) == .ok)
        #expect(broker.state.openCalls == 3)
    }

    @Test
    mutating func `a full queue refuses further calls`() {
        var limits = BrokerLimits()
        limits.queuedPerService = 2
        broker = SimulatedBroker(limits)
        broker.register(11, capacity: 1)
        for number in 0..<4 { broker.request(number, from: 1) }

        let sent = broker.removeSent()

        #expect(sent.end(of: 2, for: 1) == nil)
        #expect(sent.end(of: 3, for: 1) == .resourceExhausted)
    }

    @Test
    mutating func `a client at its limit of open calls is refused, and another is not`() {
        var limits = BrokerLimits()
        limits.openPerClient = 2
        broker = SimulatedBroker(limits)
        broker.register(11, capacity: 10)
        for number in 0..<3 { broker.request(number, from: 1) }
        broker.request(3, from: 2)

        let sent = broker.removeSent()

        #expect(sent.end(of: 2, for: 1) == .resourceExhausted)
        #expect(sent.sent(.request, to: 11).count == 3)
    }

    @Test
    mutating func `an announced capacity of zero counts as one`() {
        broker.register(11, capacity: 0)
        for number in 0..<2 { broker.request(number, from: 1) }

        #expect(broker.removeSent().sent(.request, to: 11).count == 1)
    }
}
