import Broker
import RPC
import Testing

/// Pings to workers that answer, and to those that do not.
struct BrokerHeartbeatTests {
    private var broker = SimulatedBroker()

    @Test
    mutating func `a worker that does not answer a call or pings is removed after two seconds`() {
        broker.register(11)
        broker.request(1, from: 1)
        _ = broker.removeSent()

        for _ in 0..<3 { broker.advance(.milliseconds(500)) }
        let pings = broker.removeSent()
        #expect(pings.sent(.ping, to: 11).count == 3)
        #expect(pings.end(of: 1, for: 1) == nil)
        broker.advance(.milliseconds(500))

        #expect(broker.removeSent().end(of: 1, for: 1) == .unavailable)
        #expect(broker.state.listing.workers.isEmpty)
    }

    @Test
    mutating func `any message counts as an answer to pings`() {
        broker.register(11)
        _ = broker.removeSent()

        for _ in 0..<20 {
            broker.advance(.seconds(5))
            broker.send(.pong, .none, from: 11)
        }

        #expect(broker.state.listing.workers.map(\.instance) == ["w11"])
    }

    @Test
    mutating func `an idle worker that hangs is removed after three pings`() {
        broker.register(11)

        broker.advance(.seconds(10))
        for _ in 0..<2 { broker.advance(.milliseconds(500)) }
        #expect(broker.removeSent().sent(.ping, to: 11).count == 3)
        broker.advance(.milliseconds(500))

        #expect(broker.state.listing.workers.isEmpty)
    }

    @Test(arguments: [(false, 4), (true, 8)])
    mutating func `a worker that answers is pinged every ten seconds, with calls every five`(
        isAtWork: Bool, pings: Int
    ) {
        broker.register(11)
        if isAtWork { broker.request(1, from: 1) }
        broker.send(.pong, .none, from: 11)
        _ = broker.removeSent()

        for _ in 0..<40 {
            broker.advance(.seconds(1))
            broker.send(.pong, .none, from: 11)
        }

        #expect(broker.removeSent().sent(.ping, to: 11).count == pings)
    }
}
