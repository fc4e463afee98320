import Broker
import RPC
import Testing

/// Calls that nobody serves at the moment.
struct BrokerWaitTests {
    private var world = BrokerWorld()

    @Test
    mutating func `a service that nobody serves or means to is unavailable at once`() {
        world.request(1, from: 1)

        #expect(world.removeSent().end(of: 1, for: 1) == .unavailable)
    }

    @Test
    mutating func `an expected service is waited for two seconds`() {
        world.expect("s")
        world.request(1, from: 1)
        world.advance(.milliseconds(1999))
        #expect(world.removeSent().end(of: 1, for: 1) == nil)

        world.advance(.milliseconds(1))

        #expect(world.removeSent().end(of: 1, for: 1) == .unavailable)
        #expect(world.state.openCalls == 0)
    }

    @Test
    mutating func `why nobody serves a service is said`() {
        world.expect(absences: ["s": "storage was stopped."])
        world.request(1, from: 1)

        #expect(world.failure?.message == "Nobody serves s at the moment. storage was stopped.")
    }

    @Test
    mutating func `a broker that has just started does not wait for what is known not to come`() {
        world = BrokerWorld(isFresh: true)
        world.expect(absences: ["s": "storage was given up: no disk."])
        world.request(1, from: 1)

        #expect(world.removeSent().end(of: 1, for: 1) == .unavailable)
    }

    @Test
    mutating func `a call that waits for a service gets its worker when that comes`() {
        world.expect("s")
        world.request(1, from: 1)

        world.register(11)

        #expect(world.removeSent().request(to: 11) != nil)
    }

    @Test
    mutating func `a service that is expected no longer is waited for no longer`() {
        world.expect("s")
        world.request(1, from: 1)

        world.expect("t")

        #expect(world.removeSent().end(of: 1, for: 1) == .unavailable)
    }

    @Test
    mutating func `a broker that has just started waits for every service, for two seconds`() {
        world = BrokerWorld(isFresh: true)
        world.request(1, from: 1)
        world.advance(.milliseconds(1500))
        world.request(2, from: 1)
        #expect(world.removeSent().isEmpty)

        world.advance(.milliseconds(500))
        world.request(3, from: 1)

        let sent = world.removeSent()
        #expect(
            (1...3).map { sent.end(of: $0, for: 1) } == [.unavailable, .unavailable, .unavailable])
    }

    @Test
    mutating func `a call that waits for room waits as long as it may, once somebody serves`() {
        world.expect("s")
        world.request(1, from: 1)
        world.request(2, from: 1)

        world.register(11, capacity: 1)
        for _ in 0..<6 {
            world.send(.pong, .none, from: 11)
            world.advance(.milliseconds(500))
        }

        #expect(world.removeSent().end(of: 2, for: 1) == nil)
        #expect(world.state.openCalls == 2)
    }

    @Test
    mutating func `a call that is handed over at its last moment still ends`() throws {
        world.expect("s")
        world.request(1, from: 1, timeToLive: 100)
        world.advance(.microseconds(99_900))

        world.register(11)

        let request = try #require(world.removeSent().sent(.request, to: 11).first)
        #expect(request.preamble.timeToLive == 1)
    }

    @Test
    mutating func `a service that no manifest names is unimplemented, with the nearest name`() {
        world.expect(
            "dayline.storage.Profiles", absences: ["dayline.storage.Days": "storage was stopped."])

        world.request(1, from: 1, route: "dayline.storage.Profile/List")

        #expect(world.failure?.code == .unimplemented)
        #expect(world.failure?.hint == "Did you mean \"dayline.storage.Profiles\"?")
        world.request(2, from: 1, route: "dayline.storage.Days/Read")
        #expect(world.failure?.code == .unavailable)
    }

    @Test
    mutating func `a service whose worker has left is unavailable, though no manifest names it`() {
        world.expect("t")
        world.register(11)
        world.disconnect(11)
        _ = world.removeSent()

        world.request(1, from: 1)

        #expect(world.removeSent().end(of: 1, for: 1) == .unavailable)
    }

    @Test
    mutating func `a broker that has just started knows after two seconds which names there are`() {
        world = BrokerWorld(isFresh: true)
        world.request(1, from: 1)
        world.expect("t")
        #expect(world.removeSent().isEmpty)

        world.advance(.seconds(2))

        #expect(world.removeSent().end(of: 1, for: 1) == .unimplemented)
    }
}
