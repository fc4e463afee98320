import Broker
import RPC
import Testing

/// Calls with a registered worker. Clients are peers from 1, workers from 11.
struct BrokerCallTests {
    private var world = BrokerWorld()

    @Test
    mutating func `an answer goes to its caller`() throws {
        world.register(11)
        world.request(7, from: 1, timeToLive: 500, credit: 3)
        let request = try #require(world.removeSent().sent(.request, to: 11).first)
        #expect(request.preamble.timeToLive == 500)
        #expect(request.preamble.number == 3)

        world.send(.item, request.id, from: 11)
        world.send(.final, request.id, from: 11, number: 1, status: .notFound)

        let sent = world.removeSent()
        #expect(sent.sent(.item, to: 1).map(\.id) == [BrokerWorld.id(7)])
        #expect(sent.end(of: 7, for: 1) == .notFound)
        #expect(world.state.openCalls == 0)
    }

    @Test
    mutating func `the time in the queue is subtracted from the time left`() throws {
        world.register(11, capacity: 1)
        world.request(1, from: 1)
        let first = try #require(world.removeSent().request(to: 11))
        world.request(2, from: 1, timeToLive: 500)
        world.advance(.milliseconds(200))

        world.send(.final, first, from: 11)

        #expect(world.removeSent().sent(.request, to: 11).map(\.preamble.timeToLive) == [300])
    }

    @Test
    mutating func `a malformed route is an invalid argument`() {
        world.request(1, from: 1, route: "storage")

        #expect(world.removeSent().end(of: 1, for: 1) == .invalidArgument)
    }

    @Test
    mutating func `a final of an unknown worker is answered by a goodbye`() {
        world.send(.final, CallID(high: 1, low: 5), from: 11)

        #expect(world.removeSent().sent(.goodbye, to: 11).count == 1)
        #expect(world.state.malformed == 1)
    }

    @Test
    mutating func `a worker cannot answer another worker's call`() throws {
        world.register(11)
        world.register(12)
        world.request(1, from: 1)
        let request = try #require(world.removeSent().first { $0.kind == .request })
        let other: UInt64 = request.peer == 11 ? 12 : 11

        world.send(.final, request.id, from: other)

        #expect(world.removeSent().sent(.final, to: 1).isEmpty)
        #expect(world.state.openCalls == 1)
    }
}
