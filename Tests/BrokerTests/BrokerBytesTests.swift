import Broker
import RPC
import Testing

/// Limits of the bytes that a broker holds for clients and workers that do not read.
struct BrokerBytesTests {
    private var broker: SimulatedBroker

    private static let megabyte = 1 << 20

    init() {
        var limits = BrokerLimits()
        limits.sentBytesPerClient = 4 * Self.megabyte
        limits.sentBytes = 6 * Self.megabyte
        limits.answerBytesPerClient = 4 * Self.megabyte
        limits.answerBytes = 6 * Self.megabyte
        broker = SimulatedBroker(limits)
        broker.register(11, capacity: 100)
    }

    @Test
    mutating func
        `requests beyond a client's byte limit are refused, and another client's are not`()
    {
        for number in 0..<5 { broker.request(number, from: 1, bytes: Self.megabyte) }
        broker.request(100, from: 2, bytes: Self.megabyte)

        #expect(broker.failure?.code == .resourceExhausted)
        #expect(broker.failure?.hint != nil)
        let sent = broker.removeSent()
        #expect(sent.sent(.request, to: 11).count == 5)
        #expect(sent.end(of: 4, for: 1) == .resourceExhausted)
        #expect(sent.end(of: 100, for: 2) == nil)
    }

    @Test
    mutating func `requests beyond the byte limit of all clients are refused`() {
        for client in 1...7 as ClosedRange<UInt64> {
            broker.request(Int(client), from: client, bytes: Self.megabyte)
        }

        let sent = broker.removeSent()

        #expect(sent.sent(.request, to: 11).count == 6)
        #expect(sent.end(of: 7, for: 7) == .resourceExhausted)
    }

    @Test
    mutating func `small requests are accepted at the byte limit`() {
        for number in 0..<5 { broker.request(number, from: 1, bytes: Self.megabyte) }
        for number in 5..<50 { broker.request(number, from: 1, bytes: 1000) }

        #expect(broker.removeSent().sent(.request, to: 11).count == 49)
    }

    @Test
    mutating func `sent messages no longer count towards the byte limit`() {
        for number in 0..<4 { broker.request(number, from: 1, bytes: Self.megabyte) }
        // Sent requests are not retained, since the calls are not repeatable.
        _ = broker.removeSent()

        broker.request(4, from: 1, bytes: Self.megabyte)

        #expect(broker.removeSent().sent(.request, to: 11).count == 1)
    }

    @Test
    mutating func `a queued request counts until it is answered`() throws {
        broker = SimulatedBroker(broker.limits)
        broker.register(11, capacity: 1)
        for number in 0..<5 { broker.request(number, from: 1, bytes: Self.megabyte) }
        let running = try #require(broker.removeSent().request(to: 11))

        broker.request(5, from: 1, bytes: 2 * Self.megabyte)
        #expect(broker.removeSent().end(of: 5, for: 1) == .resourceExhausted)
        broker.send(.final, running, from: 11)
        _ = broker.removeSent()
        broker.request(6, from: 1, bytes: 2 * Self.megabyte)

        #expect(broker.removeSent().end(of: 6, for: 1) == nil)
    }

    @Test
    mutating func `an answer beyond the byte limit ends its call with RESOURCE_EXHAUSTED`() throws {
        for number in 0..<5 { broker.request(number, from: 1) }
        let calls = broker.removeSent().sent(.request, to: 11).map(\.id)

        for call in calls { broker.send(.final, call, from: 11, bytes: Self.megabyte) }

        let sent = broker.removeSent()
        #expect((0..<4).allSatisfy { sent.end(of: $0, for: 1) == .ok })
        #expect(sent.end(of: 4, for: 1) == .resourceExhausted)
        #expect(broker.state.openCalls == 0)
    }

    @Test
    mutating func `an item beyond the byte limit ends its call at both ends`() throws {
        broker.request(1, from: 1, credit: 100)
        let call = try #require(broker.removeSent().request(to: 11))

        for number in 0..<5 as Range<UInt32> {
            broker.send(.item, call, from: 11, number: number, bytes: Self.megabyte)
        }

        let sent = broker.removeSent()
        #expect(sent.sent(.item, to: 1).count == 4)
        #expect(sent.end(of: 1, for: 1) == .resourceExhausted)
        #expect(sent.sent(.cancel, to: 11).count == 1)
    }

    @Test
    mutating func `an uploaded item beyond the byte limit ends its call at both ends`() throws {
        broker.request(1, from: 1)
        _ = broker.removeSent()

        for number in 0..<5 as Range<UInt32> {
            broker.send(.item, SimulatedBroker.id(1), from: 1, number: number, bytes: Self.megabyte)
        }

        let sent = broker.removeSent()
        #expect(sent.sent(.item, to: 11).count == 4)
        #expect(sent.end(of: 1, for: 1) == .resourceExhausted)
        #expect(sent.sent(.cancel, to: 11).count == 1)
    }
}
