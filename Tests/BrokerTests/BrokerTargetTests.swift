import RPC
import Testing

/// Calls with a target.
struct BrokerTargetTests {
    private var world = BrokerWorld()

    @Test
    mutating func `a target is an instance or a service`() {
        world.register(11, services: ["s"])
        world.register(12, services: ["t"])

        world.request(1, from: 1, route: "dayline.bus.Health/Check@w11")
        world.request(2, from: 1, route: "dayline.bus.Health/Check@t")

        let sent = world.removeSent()
        #expect(sent.request(to: 11) != nil)
        #expect(sent.request(to: 12) != nil)
    }

    @Test
    mutating func `a target may be the name of a worker`() {
        world.register(11)

        world.request(1, from: 1, route: "dayline.bus.Health/Check@w")

        #expect(world.removeSent().request(to: 11) != nil)
    }

    @Test
    mutating func `a call to an unknown target is unavailable`() {
        world.request(1, from: 1, route: "dayline.bus.Health/Check@w11")

        #expect(world.removeSent().end(of: 1, for: 1) == .unavailable)
    }

    @Test
    mutating func `a full worker accepts calls of bus services only`() {
        world.register(11, capacity: 1)
        world.request(1, from: 1)
        _ = world.removeSent()

        world.request(2, from: 1, route: "dayline.bus.Health/Check@w11")
        world.request(3, from: 1, route: "s/M@w11")

        let sent = world.removeSent()
        #expect(sent.request(to: 11) != nil)
        #expect(sent.end(of: 3, for: 1) == .resourceExhausted)
    }

    @Test
    mutating func `a full worker's services can be described with the service as target`() {
        world.register(11, capacity: 1)
        world.request(1, from: 1)
        _ = world.removeSent()

        world.request(2, from: 1, route: "dayline.bus.Reflection/Describe@s")

        #expect(world.removeSent().request(to: 11) != nil)
    }
}
