import Broker
import RPC
import Testing

/// Pings to workers that answer, and to those that do not.
struct BrokerHeartbeatTests {
    private var world = BrokerWorld()

    @Test
    mutating func `a worker that does not answer a call or pings is removed after two seconds`() {
        world.register(11)
        world.request(1, from: 1)
        _ = world.removeSent()

        for _ in 0..<3 { world.advance(.milliseconds(500)) }
        let pings = world.removeSent()
        #expect(pings.sent(.ping, to: 11).count == 3)
        #expect(pings.end(of: 1, for: 1) == nil)
        world.advance(.milliseconds(500))

        #expect(world.removeSent().end(of: 1, for: 1) == .unavailable)
        #expect(world.state.listing.workers.isEmpty)
    }

    @Test
    mutating func `any message counts as an answer to pings`() {
        world.register(11)
        _ = world.removeSent()

        for _ in 0..<20 {
            world.advance(.seconds(5))
            world.send(.pong, .none, from: 11)
        }

        #expect(world.state.listing.workers.map(\.instance) == ["w11"])
    }

    @Test
    mutating func `an idle worker that hangs is removed after three pings`() {
        world.register(11)

        world.advance(.seconds(10))
        for _ in 0..<2 { world.advance(.milliseconds(500)) }
        #expect(world.removeSent().sent(.ping, to: 11).count == 3)
        world.advance(.milliseconds(500))

        #expect(world.state.listing.workers.isEmpty)
    }

    @Test(arguments: [(false, 4), (true, 8)])
    mutating func `a worker that answers is pinged every ten seconds, with calls every five`(
        isAtWork: Bool, pings: Int
    ) {
        world.register(11)
        if isAtWork { world.request(1, from: 1) }
        world.send(.pong, .none, from: 11)
        _ = world.removeSent()

        for _ in 0..<40 {
            world.advance(.seconds(1))
            world.send(.pong, .none, from: 11)
        }

        #expect(world.removeSent().sent(.ping, to: 11).count == pings)
    }
}
