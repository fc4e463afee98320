import Broker
import RPC
import Testing

/// Calls that end before their worker's final.
struct BrokerEndTests {
    private var broker = SimulatedBroker()

    @Test
    mutating func `a deadline ends a queued call`() {
        broker.register(11, capacity: 1)
        broker.request(1, from: 1)
        broker.request(2, from: 1, timeToLive: 100)

        broker.advance(.milliseconds(100))

        #expect(broker.removeSent().end(of: 2, for: 1) == .deadlineExceeded)
        #expect(broker.state.openCalls == 1)
    }

    @Test
    mutating func
        `a deadline cancels the call at its worker, whose capacity is freed by the final`() throws
    {
        broker.register(11, capacity: 1)
        broker.request(1, from: 1, timeToLive: 100)
        let id = try #require(broker.removeSent().request(to: 11))

        broker.advance(.milliseconds(100))
        let sent = broker.removeSent()
        #expect(sent.end(of: 1, for: 1) == .deadlineExceeded)
        #expect(sent.sent(.cancel, to: 11).map(\.id) == [id])

        broker.request(2, from: 1)
        #expect(broker.removeSent().request(to: 11) == nil)
        broker.send(.final, id, from: 11, status: .cancelled)
        let after = broker.removeSent()
        #expect(after.sent(.final, to: 1).isEmpty)
        #expect(after.request(to: 11) != nil)
    }

    @Test
    mutating func `a cancelled call gets no answer`() throws {
        broker.register(11, capacity: 1)
        broker.request(1, from: 1)
        broker.request(2, from: 1)
        let id = try #require(broker.removeSent().request(to: 11))

        broker.send(.cancel, SimulatedBroker.id(1), from: 1)
        broker.send(.cancel, SimulatedBroker.id(2), from: 1)
        broker.send(.item, id, from: 11)
        broker.send(.final, id, from: 11)

        let sent = broker.removeSent()
        #expect(sent.map(\.kind) == [.cancel])
        #expect(broker.state.openCalls == 0)
    }

    @Test
    mutating func `a cancel is repeated with each ping until the final`()
        throws
    {
        broker.register(11)
        broker.request(1, from: 1)
        let id = try #require(broker.removeSent().request(to: 11))
        broker.send(.cancel, SimulatedBroker.id(1), from: 1)
        broker.send(.pong, .none, from: 11)
        _ = broker.removeSent()

        broker.advance(.seconds(10))
        #expect(broker.removeSent().sent(.cancel, to: 11).map(\.id) == [id])
        broker.send(.final, id, from: 11, status: .cancelled)
        broker.advance(.seconds(10))

        #expect(broker.removeSent().sent(.cancel, to: 11).isEmpty)
        #expect(broker.state.listing.workers.map(\.inFlight) == [0])
    }

    @Test
    mutating func `a disconnected client's calls are cancelled`() throws {
        broker.register(11, capacity: 1)
        broker.request(1, from: 1)
        broker.request(2, from: 1)
        let id = try #require(broker.removeSent().request(to: 11))

        broker.disconnect(1)

        #expect(broker.removeSent().sent(.cancel, to: 11).map(\.id) == [id])
        broker.send(.final, id, from: 11)
        #expect(broker.removeSent().isEmpty)
        #expect(broker.state.openCalls == 0)
    }
}
