import Broker
import RPC
import Testing

/// Registration and departure of workers.
struct BrokerRegistrationTests {
    private var broker = SimulatedBroker()

    @Test
    mutating func
        `an instance that announces itself on another connection replaces the previous one`()
    {
        broker.register(11, instance: "x")
        broker.request(1, from: 1)
        _ = broker.removeSent()

        broker.register(12, instance: "x")

        #expect(broker.removeSent().end(of: 1, for: 1) == .unavailable)
        #expect(broker.state.listing.workers.count == 1)
        broker.request(2, from: 1)
        #expect(broker.removeSent().request(to: 12) != nil)
    }

    @Test
    mutating func `a draining worker gets no new calls and finishes its open ones`() throws {
        broker.register(11)
        broker.request(1, from: 1)
        let id = try #require(broker.removeSent().request(to: 11))

        broker.send(.drain, .none, from: 11)
        broker.request(2, from: 1)
        #expect(broker.removeSent().end(of: 2, for: 1) == .unavailable)
        broker.send(.final, id, from: 11)
        broker.send(.goodbye, .none, from: 11)

        #expect(broker.removeSent().end(of: 1, for: 1) == .ok)
        #expect(broker.state.listing.workers.isEmpty)
    }

    @Test
    mutating func `an announcement of a bus service is refused`() {
        broker.register(11, services: ["dayline.bus.Health"])

        #expect(broker.removeSent().sent(.final, to: 11).map(\.status) == [.invalidArgument])
        #expect(broker.state.listing.workers.isEmpty)
    }
}
