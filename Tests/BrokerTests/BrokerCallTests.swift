import Broker
import RPC
import Testing

/// Calls with a registered worker. Clients are peers from 1, workers from 11.
struct BrokerCallTests {
    private var broker = SimulatedBroker()

    @Test
    mutating func `an answer goes to its caller`() throws {
        broker.register(11)
        broker.request(7, from: 1, timeToLive: 500, credit: 3)
        let request = try #require(broker.removeSent().sent(.request, to: 11).first)
        #expect(request.preamble.timeToLive == 500)
        #expect(request.preamble.number == 3)

        broker.send(.item, request.id, from: 11)
        broker.send(.final, request.id, from: 11, number: 1, status: .notFound)

        let sent = broker.removeSent()
        #expect(sent.sent(.item, to: 1).map(\.id) == [SimulatedBroker.id(7)])
        #expect(sent.end(of: 7, for: 1) == .notFound)
        #expect(broker.state.openCalls == 0)
    }

    @Test
    mutating func `credit in bytes is forwarded, up to the limit of a stream`() throws {
        broker.register(11)
        broker.request(7, from: 1, credit: 8, flags: .byteCredit)
        let request = try #require(broker.removeSent().sent(.request, to: 11).first)
        #expect(request.preamble.flags.contains(.byteCredit))

        broker.send(.item, request.id, from: 11, flags: .byteCredit)
        broker.send(.credit, SimulatedBroker.id(7), from: 1, number: 256, flags: .byteCredit)
        broker.send(.credit, SimulatedBroker.id(7), from: 1, number: .max, flags: .byteCredit)
        broker.send(.credit, request.id, from: 11, number: .max)

        let sent = broker.removeSent()
        #expect(sent.sent(.item, to: 1).map(\.preamble.flags) == [.byteCredit])
        let credits = sent.sent(.credit, to: 11).map(\.preamble)
        #expect(credits.map(\.number) == [256, 1024])
        #expect(credits.allSatisfy { $0.flags == .byteCredit })
        #expect(sent.sent(.credit, to: 1).map(\.preamble.number) == [256])
    }

    @Test
    mutating func `credit in bytes before the first item has no effect`() throws {
        broker.register(11, capacity: 1)
        broker.request(1, from: 1)
        let first = try #require(broker.removeSent().request(to: 11))
        broker.request(2, from: 1, credit: 8, flags: .byteCredit)

        broker.send(.credit, SimulatedBroker.id(2), from: 1, number: 200, flags: .byteCredit)
        broker.send(.final, first, from: 11)

        #expect(broker.removeSent().sent(.request, to: 11).map(\.preamble.number) == [8])
        #expect(broker.state.malformed == 1)
    }

    @Test
    mutating func `the time in the queue is subtracted from the time left`() throws {
        broker.register(11, capacity: 1)
        broker.request(1, from: 1)
        let first = try #require(broker.removeSent().request(to: 11))
        broker.request(2, from: 1, timeToLive: 500)
        broker.advance(.milliseconds(200))

        broker.send(.final, first, from: 11)

        #expect(broker.removeSent().sent(.request, to: 11).map(\.preamble.timeToLive) == [300])
    }

    @Test
    mutating func `a malformed route is an invalid argument`() {
        broker.request(1, from: 1, route: "storage")

        #expect(broker.removeSent().end(of: 1, for: 1) == .invalidArgument)
    }

    @Test
    mutating func `a final of an unknown worker is answered by a goodbye`() {
        broker.send(.final, CallID(high: 1, low: 5), from: 11)

        #expect(broker.removeSent().sent(.goodbye, to: 11).count == 1)
        #expect(broker.state.malformed == 1)
    }

    @Test
    mutating func `a worker cannot answer another worker's call`() throws {
        broker.register(11)
        broker.register(12)
        broker.request(1, from: 1)
        let request = try #require(broker.removeSent().first { $0.kind == .request })
        let other: UInt64 = request.peer == 11 ? 12 : 11

        broker.send(.final, request.id, from: other)

        #expect(broker.removeSent().sent(.final, to: 1).isEmpty)
        #expect(broker.state.openCalls == 1)
    }
}
