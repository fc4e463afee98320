import RPC
import Testing

/// Calls that mean one instance.
struct BrokerTargetTests {
    private var world = BrokerWorld()

    @Test
    mutating func `a target is an instance, or whoever serves a service`() {
        world.register(11, services: ["s"])
        world.register(12, services: ["t"])

        world.request(1, from: 1, route: "dayline.bus.Health/Check@w11")
        world.request(2, from: 1, route: "dayline.bus.Health/Check@t")

        let sent = world.removeSent()
        #expect(sent.request(to: 11) != nil)
        #expect(sent.request(to: 12) != nil)
    }

    @Test
    mutating func `a target may be what a worker is called`() {
        world.register(11)

        world.request(1, from: 1, route: "dayline.bus.Health/Check@w")

        #expect(world.removeSent().request(to: 11) != nil)
    }

    @Test
    mutating func `a target that is not there is unavailable`() {
        world.request(1, from: 1, route: "dayline.bus.Health/Check@w11")

        #expect(world.removeSent().end(of: 1, for: 1) == .unavailable)
    }

    @Test
    mutating func `how a full worker is doing can be asked, and nothing else`() {
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
    mutating func `what a full worker serves can be asked by the service's name`() {
        world.register(11, capacity: 1)
        world.request(1, from: 1)
        _ = world.removeSent()

        world.request(2, from: 1, route: "dayline.bus.Reflection/Describe@s")

        #expect(world.removeSent().request(to: 11) != nil)
    }
}
