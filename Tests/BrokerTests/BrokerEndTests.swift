import Broker
import RPC
import Testing

/// Calls that end before their worker's final.
struct BrokerEndTests {
    private var world = BrokerWorld()

    @Test
    mutating func `a deadline ends a queued call`() {
        world.register(11, capacity: 1)
        world.request(1, from: 1)
        world.request(2, from: 1, timeToLive: 100)

        world.advance(.milliseconds(100))

        #expect(world.removeSent().end(of: 2, for: 1) == .deadlineExceeded)
        #expect(world.state.openCalls == 1)
    }

    @Test
    mutating func
        `a deadline cancels the call at its worker, whose capacity is freed by the final`() throws
    {
        world.register(11, capacity: 1)
        world.request(1, from: 1, timeToLive: 100)
        let id = try #require(world.removeSent().request(to: 11))

        world.advance(.milliseconds(100))
        let sent = world.removeSent()
        #expect(sent.end(of: 1, for: 1) == .deadlineExceeded)
        #expect(sent.sent(.cancel, to: 11).map(\.id) == [id])

        world.request(2, from: 1)
        #expect(world.removeSent().request(to: 11) == nil)
        world.send(.final, id, from: 11, status: .cancelled)
        let after = world.removeSent()
        #expect(after.sent(.final, to: 1).isEmpty)
        #expect(after.request(to: 11) != nil)
    }

    @Test
    mutating func `a cancelled call gets no answer`() throws {
        world.register(11, capacity: 1)
        world.request(1, from: 1)
        world.request(2, from: 1)
        let id = try #require(world.removeSent().request(to: 11))

        world.send(.cancel, BrokerWorld.id(1), from: 1)
        world.send(.cancel, BrokerWorld.id(2), from: 1)
        world.send(.item, id, from: 11)
        world.send(.final, id, from: 11)

        let sent = world.removeSent()
        #expect(sent.map(\.kind) == [.cancel])
        #expect(world.state.openCalls == 0)
    }

    @Test
    mutating func `a cancel is repeated with each ping until the final`()
        throws
    {
        world.register(11)
        world.request(1, from: 1)
        let id = try #require(world.removeSent().request(to: 11))
        world.send(.cancel, BrokerWorld.id(1), from: 1)
        world.send(.pong, .none, from: 11)
        _ = world.removeSent()

        world.advance(.seconds(10))
        #expect(world.removeSent().sent(.cancel, to: 11).map(\.id) == [id])
        world.send(.final, id, from: 11, status: .cancelled)
        world.advance(.seconds(10))

        #expect(world.removeSent().sent(.cancel, to: 11).isEmpty)
        #expect(world.state.listing.workers.map(\.inFlight) == [0])
    }

    @Test
    mutating func `a disconnected client's calls are cancelled`() throws {
        world.register(11, capacity: 1)
        world.request(1, from: 1)
        world.request(2, from: 1)
        let id = try #require(world.removeSent().request(to: 11))

        world.disconnect(1)

        #expect(world.removeSent().sent(.cancel, to: 11).map(\.id) == [id])
        world.send(.final, id, from: 11)
        #expect(world.removeSent().isEmpty)
        #expect(world.state.openCalls == 0)
    }
}
