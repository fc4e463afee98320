import RPC
import Testing

/// Calls with a target.
struct BrokerTargetTests {
    private var broker = SimulatedBroker()

    @Test
    mutating func `a target is an instance or a service`() {
        broker.register(11, services: ["s"])
        broker.register(12, services: ["t"])

        broker.request(1, from: 1, route: "dayline.bus.Health/Check@w11")
        broker.request(2, from: 1, route: "dayline.bus.Health/Check@t")

        let sent = broker.removeSent()
        #expect(sent.request(to: 11) != nil)
        #expect(sent.request(to: 12) != nil)
    }

    @Test
    mutating func `a target may be the name of a worker`() {
        broker.register(11)

        broker.request(1, from: 1, route: "dayline.bus.Health/Check@w")

        #expect(broker.removeSent().request(to: 11) != nil)
    }

    @Test
    mutating func `a call to an unknown target is unavailable`() {
        broker.request(1, from: 1, route: "dayline.bus.Health/Check@w11")

        #expect(broker.removeSent().end(of: 1, for: 1) == .unavailable)
    }

    @Test
    mutating func `a full worker accepts calls of bus services only`() {
        broker.register(11, capacity: 1)
        broker.request(1, from: 1)
        _ = broker.removeSent()

        broker.request(2, from: 1, route: "dayline.bus.Health/Check@w11")
        broker.request(3, from: 1, route: "s/M@w11")

        let sent = broker.removeSent()
        #expect(sent.request(to: 11) != nil)
        #expect(sent.end(of: 3, for: 1) == .resourceExhausted)
    }

    @Test
    mutating func `a full worker's services can be described with the service as target`() {
        broker.register(11, capacity: 1)
        broker.request(1, from: 1)
        _ = broker.removeSent()

        broker.request(2, from: 1, route: "dayline.bus.Reflection/Describe@s")

        #expect(broker.removeSent().request(to: 11) != nil)
    }
}
