import Broker
import RPC
import Testing

/// Registration and departure of workers.
struct BrokerRegistrationTests {
    private var world = BrokerWorld()

    @Test
    mutating func
        `an instance that announces itself on another connection replaces the previous one`()
    {
        world.register(11, instance: "x")
        world.request(1, from: 1)
        _ = world.removeSent()

        world.register(12, instance: "x")

        #expect(world.removeSent().end(of: 1, for: 1) == .unavailable)
        #expect(world.state.listing.workers.count == 1)
        world.request(2, from: 1)
        #expect(world.removeSent().request(to: 12) != nil)
    }

    @Test
    mutating func `a draining worker gets no new calls and finishes its open ones`() throws {
        world.register(11)
        world.request(1, from: 1)
        let id = try #require(world.removeSent().request(to: 11))

        world.send(.drain, .none, from: 11)
        world.request(2, from: 1)
        #expect(world.removeSent().end(of: 2, for: 1) == .unavailable)
        world.send(.final, id, from: 11)
        world.send(.goodbye, .none, from: 11)

        #expect(world.removeSent().end(of: 1, for: 1) == .ok)
        #expect(world.state.listing.workers.isEmpty)
    }

    @Test
    mutating func `an announcement of a bus service is refused`() {
        world.register(11, services: ["dayline.bus.Health"])

        #expect(world.removeSent().sent(.final, to: 11).map(\.status) == [.invalidArgument])
        #expect(world.state.listing.workers.isEmpty)
    }
}
