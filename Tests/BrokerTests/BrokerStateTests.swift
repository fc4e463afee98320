import Broker
import RPC
import Testing

/// Clients are peers from 1, workers from 11.
struct BrokerStateTests {
    private var world = BrokerWorld()

    @Test
    mutating func `an answer goes to whoever asked`() throws {
        world.register(11)
        world.request(7, from: 1, timeToLive: 500, credit: 3)
        let request = try #require(world.taken().sent(.request, to: 11).first)
        #expect(request.preamble.timeToLive == 500)
        #expect(request.preamble.number == 3)

        world.send(.item, request.id, from: 11)
        world.send(.final, request.id, from: 11, number: 1, status: .notFound)

        let sent = world.taken()
        #expect(sent.sent(.item, to: 1).map(\.id) == [BrokerWorld.id(7)])
        #expect(sent.end(of: 7, for: 1) == .notFound)
        #expect(world.state.openCalls == 0)
    }

    @Test
    mutating func `the time a call has waited is taken from its time left`() throws {
        world.register(11, capacity: 1)
        world.request(1, from: 1)
        let first = try #require(world.taken().request(to: 11))
        world.request(2, from: 1, timeToLive: 500)
        world.advance(.milliseconds(200))

        world.send(.final, first, from: 11)

        #expect(world.taken().sent(.request, to: 11).map(\.preamble.timeToLive) == [300])
    }

    @Test
    mutating func `a worker gets no more than it has room for, and the least loaded gets the next`()
    {
        world.register(11, capacity: 4)
        world.register(12, capacity: 2)
        for number in 0..<10 { world.request(number, from: 1) }

        let sent = world.taken()

        #expect(sent.sent(.request, to: 11).count == 4)
        #expect(sent.sent(.request, to: 12).count == 2)
        // Half full each: the shares grew together.
        #expect(sent.filter { $0.kind == .request }.prefix(3).map(\.peer).sorted() == [11, 11, 12])
    }

    @Test
    mutating func `a client's many calls do not stand before another's first`() throws {
        world.register(11, capacity: 1)
        for number in 0..<5 { world.request(number, from: 1) }
        world.request(100, from: 2)
        let running = try #require(world.taken().request(to: 11))

        world.send(.final, running, from: 11)
        let second = try #require(world.taken().request(to: 11))
        world.send(.final, second, from: 11)
        let third = try #require(world.taken().request(to: 11))
        world.send(.final, third, from: 11)

        #expect(world.taken().end(of: 100, for: 2) == .ok)
        #expect(world.state.openCalls == 3)
    }

    @Test
    mutating func `a full queue refuses`() {
        var limits = BrokerLimits()
        limits.queuedPerService = 2
        world = BrokerWorld(limits)
        world.register(11, capacity: 1)
        for number in 0..<4 { world.request(number, from: 1) }

        let sent = world.taken()

        #expect(sent.end(of: 2, for: 1) == nil)
        #expect(sent.end(of: 3, for: 1) == .resourceExhausted)
    }

    @Test
    mutating func `a client with too many calls open is refused, and another is not`() {
        var limits = BrokerLimits()
        limits.openPerClient = 2
        world = BrokerWorld(limits)
        world.register(11, capacity: 10)
        for number in 0..<3 { world.request(number, from: 1) }
        world.request(3, from: 2)

        let sent = world.taken()

        #expect(sent.end(of: 2, for: 1) == .resourceExhausted)
        #expect(sent.sent(.request, to: 11).count == 3)
    }

    @Test
    mutating func `a service that nobody serves or means to is unavailable at once`() {
        world.request(1, from: 1)

        #expect(world.taken().end(of: 1, for: 1) == .unavailable)
    }

    @Test
    mutating func `a route that is none is an invalid argument`() {
        world.request(1, from: 1, route: "storage")

        #expect(world.taken().end(of: 1, for: 1) == .invalidArgument)
    }

    @Test
    mutating func `an expected service is waited for two seconds`() {
        world.expect("s")
        world.request(1, from: 1)
        world.advance(.milliseconds(1999))
        #expect(world.taken().end(of: 1, for: 1) == nil)

        world.advance(.milliseconds(1))

        #expect(world.taken().end(of: 1, for: 1) == .unavailable)
        #expect(world.state.openCalls == 0)
    }

    @Test
    mutating func `why nobody serves a service is said`() {
        world.expect(absences: ["s": "storage was stopped."])
        world.request(1, from: 1)

        #expect(world.failure?.message == "Nobody serves s at the moment. storage was stopped.")
    }

    @Test
    mutating func `a call that waits for a service gets its worker when that comes`() {
        world.expect("s")
        world.request(1, from: 1)

        world.register(11)

        #expect(world.taken().request(to: 11) != nil)
    }

    @Test
    mutating func `a service that is expected no longer is waited for no longer`() {
        world.expect("s")
        world.request(1, from: 1)

        world.expect("t")

        #expect(world.taken().end(of: 1, for: 1) == .unavailable)
    }

    @Test
    mutating func `a broker that has just started waits for every service, for two seconds`() {
        world = BrokerWorld(isFresh: true)
        world.request(1, from: 1)
        world.advance(.milliseconds(1500))
        world.request(2, from: 1)
        #expect(world.taken().isEmpty)

        world.advance(.milliseconds(500))
        world.request(3, from: 1)

        let sent = world.taken()
        #expect(
            (1...3).map { sent.end(of: $0, for: 1) } == [.unavailable, .unavailable, .unavailable])
    }

    @Test
    mutating func `a deadline ends a queued call`() {
        world.register(11, capacity: 1)
        world.request(1, from: 1)
        world.request(2, from: 1, timeToLive: 100)

        world.advance(.milliseconds(100))

        #expect(world.taken().end(of: 2, for: 1) == .deadlineExceeded)
        #expect(world.state.openCalls == 1)
    }

    @Test
    mutating func `a deadline cancels at the worker, whose place is taken until it answers`() throws
    {
        world.register(11, capacity: 1)
        world.request(1, from: 1, timeToLive: 100)
        let id = try #require(world.taken().request(to: 11))

        world.advance(.milliseconds(100))
        let sent = world.taken()
        #expect(sent.end(of: 1, for: 1) == .deadlineExceeded)
        #expect(sent.sent(.cancel, to: 11).map(\.id) == [id])

        world.request(2, from: 1)
        #expect(world.taken().request(to: 11) == nil)
        world.send(.final, id, from: 11, status: .cancelled)
        let after = world.taken()
        #expect(after.sent(.final, to: 1).isEmpty)
        #expect(after.request(to: 11) != nil)
    }

    @Test
    mutating func `a cancelled call is answered by nobody`() throws {
        world.register(11, capacity: 1)
        world.request(1, from: 1)
        world.request(2, from: 1)
        let id = try #require(world.taken().request(to: 11))

        world.send(.cancel, BrokerWorld.id(1), from: 1)
        world.send(.cancel, BrokerWorld.id(2), from: 1)
        world.send(.item, id, from: 11)
        world.send(.final, id, from: 11)

        let sent = world.taken()
        #expect(sent.map(\.kind) == [.cancel])
        #expect(world.state.openCalls == 0)
    }

    @Test
    mutating func `a call that was given up is cancelled again with each ping, until its final`()
        throws
    {
        world.register(11)
        world.request(1, from: 1)
        let id = try #require(world.taken().request(to: 11))
        world.send(.cancel, BrokerWorld.id(1), from: 1)
        world.send(.pong, .none, from: 11)
        _ = world.taken()

        world.advance(.seconds(5))
        #expect(world.taken().sent(.cancel, to: 11).map(\.id) == [id])
        world.send(.final, id, from: 11, status: .cancelled)
        world.advance(.seconds(5))

        #expect(world.taken().sent(.cancel, to: 11).isEmpty)
        #expect(world.state.listing.workers.map(\.inFlight) == [0])
    }

    @Test
    mutating func `a client that is gone has its calls cancelled`() throws {
        world.register(11, capacity: 1)
        world.request(1, from: 1)
        world.request(2, from: 1)
        let id = try #require(world.taken().request(to: 11))

        world.lose(1)

        #expect(world.taken().sent(.cancel, to: 11).map(\.id) == [id])
        world.send(.final, id, from: 11)
        #expect(world.taken().isEmpty)
        #expect(world.state.openCalls == 0)
    }
}

/// What becomes of the calls of workers that are lost.
struct BrokerLossTests {
    private var world = BrokerWorld()

    @Test
    mutating func `a dead worker's call ends`() {
        world.register(11)
        world.register(12)
        world.request(1, from: 1)
        let worker = world.taken().first { $0.kind == .request }?.peer ?? 0

        world.lose(worker)

        #expect(world.taken().end(of: 1, for: 1) == .unavailable)
    }

    @Test
    mutating func `a dead worker's repeatable call goes to another, and its late answer nowhere`()
        throws
    {
        world.register(11)
        world.request(1, from: 1, repeatable: true)
        let first = try #require(world.taken().request(to: 11))
        world.register(12)
        _ = world.taken()

        world.lose(11)
        let second = try #require(world.taken().request(to: 12))
        #expect(second != first)

        world.send(.final, first, from: 11)
        #expect(world.taken().sent(.final, to: 1).isEmpty)
        world.send(.final, second, from: 12)
        #expect(world.taken().end(of: 1, for: 1) == .ok)
    }

    @Test
    mutating func `a repeatable call waits for the return of an expected service`() {
        world.expect("s")
        world.register(11)
        world.request(1, from: 1, repeatable: true)
        _ = world.taken()
        world.reportGone("w11")
        #expect(world.taken().isEmpty)

        world.register(12)

        #expect(world.taken().request(to: 12) != nil)
    }

    @Test
    mutating func `a call of which something was delivered does not move`() throws {
        world.register(11)
        world.request(1, from: 1, repeatable: true)
        let id = try #require(world.taken().request(to: 11))
        world.register(12)
        world.send(.item, id, from: 11)
        _ = world.taken()

        world.lose(11)

        let sent = world.taken()
        #expect(sent.end(of: 1, for: 1) == .unavailable)
        #expect(sent.request(to: 12) == nil)
    }

    @Test
    mutating func `a call that kills its workers stops at the third`() {
        world.request(0, from: 1)
        for worker in 11...14 { world.register(UInt64(worker), capacity: 1) }
        world.request(1, from: 1, repeatable: true)
        _ = world.taken()

        for _ in 0..<3 {
            let busy = world.state.listing.workers.first { $0.inFlight == 1 }?.instance ?? ""
            world.reportGone(busy)
        }

        #expect(world.taken().end(of: 1, for: 1) == .unavailable)
        #expect(world.state.openCalls == 0)
    }

    @Test
    mutating func `a large request is not kept, and does not move`() {
        var limits = BrokerLimits()
        limits.keptBytes = 4
        world = BrokerWorld(limits)
        world.register(11)
        world.request(1, from: 1, repeatable: true)
        world.register(12)
        _ = world.taken()

        world.lose(11)

        #expect(world.taken().end(of: 1, for: 1) == .unavailable)
    }

    @Test
    mutating func `a worker that does not say a word to a call is given up after two seconds`() {
        world.register(11)
        world.request(1, from: 1)
        _ = world.taken()

        for _ in 0..<3 { world.advance(.milliseconds(500)) }
        let pings = world.taken()
        #expect(pings.sent(.ping, to: 11).count == 3)
        #expect(pings.end(of: 1, for: 1) == nil)
        world.advance(.milliseconds(500))

        #expect(world.taken().end(of: 1, for: 1) == .unavailable)
        #expect(world.state.listing.workers.isEmpty)
    }

    @Test
    mutating func `any message is a sign of life`() {
        world.register(11)
        _ = world.taken()

        for _ in 0..<20 {
            world.advance(.seconds(5))
            world.send(.pong, .none, from: 11)
        }

        #expect(world.state.listing.workers.map(\.instance) == ["w11"])
    }

    @Test
    mutating func `a worker that hangs at rest is given up after three pings`() {
        world.register(11)

        world.advance(.seconds(5))
        for _ in 0..<2 { world.advance(.milliseconds(500)) }
        #expect(world.taken().sent(.ping, to: 11).count == 3)
        world.advance(.milliseconds(500))

        #expect(world.state.listing.workers.isEmpty)
    }

    @Test(arguments: [false, true])
    mutating func `a worker that is heard of is asked every five seconds only`(isAtWork: Bool) {
        world.register(11)
        if isAtWork { world.request(1, from: 1) }
        world.send(.pong, .none, from: 11)
        _ = world.taken()

        for _ in 0..<20 {
            world.advance(.seconds(1))
            world.send(.pong, .none, from: 11)
        }

        #expect(world.taken().sent(.ping, to: 11).count == 4)
    }

    @Test
    mutating func `an instance that announces itself from elsewhere replaces itself`() {
        world.register(11, instance: "x")
        world.request(1, from: 1)
        _ = world.taken()

        world.register(12, instance: "x")

        #expect(world.taken().end(of: 1, for: 1) == .unavailable)
        #expect(world.state.listing.workers.count == 1)
        world.request(2, from: 1)
        #expect(world.taken().request(to: 12) != nil)
    }

    @Test
    mutating func `a draining worker gets nothing new and finishes what it has`() throws {
        world.register(11)
        world.request(1, from: 1)
        let id = try #require(world.taken().request(to: 11))

        world.send(.drain, .none, from: 11)
        world.request(2, from: 1)
        #expect(world.taken().end(of: 2, for: 1) == .unavailable)
        world.send(.final, id, from: 11)
        world.send(.goodbye, .none, from: 11)

        #expect(world.taken().end(of: 1, for: 1) == .ok)
        #expect(world.state.listing.workers.isEmpty)
    }

    @Test
    mutating func `a stranger that answers is told that it is not known`() {
        world.send(.final, CallID(high: 1, low: 5), from: 11)

        #expect(world.taken().sent(.goodbye, to: 11).count == 1)
        #expect(world.state.malformed == 1)
    }

    @Test
    mutating func `a worker cannot answer another's call`() throws {
        world.register(11)
        world.register(12)
        world.request(1, from: 1)
        let request = try #require(world.taken().first { $0.kind == .request })
        let other: UInt64 = request.peer == 11 ? 12 : 11

        world.send(.final, request.id, from: other)

        #expect(world.taken().sent(.final, to: 1).isEmpty)
        #expect(world.state.openCalls == 1)
    }

    @Test
    mutating func `a worker may not announce the bus's own services`() {
        world.register(11, services: ["dayline.bus.Health"])

        #expect(world.taken().sent(.final, to: 11).map(\.status) == [.invalidArgument])
        #expect(world.state.listing.workers.isEmpty)
    }
}

/// Calls that mean one instance.
struct BrokerTargetTests {
    private var world = BrokerWorld()

    @Test
    mutating func `a target is an instance, or whoever serves a service`() {
        world.register(11, services: ["s"])
        world.register(12, services: ["t"])

        world.request(1, from: 1, route: "dayline.bus.Health/Check@w11")
        world.request(2, from: 1, route: "dayline.bus.Health/Check@t")

        let sent = world.taken()
        #expect(sent.request(to: 11) != nil)
        #expect(sent.request(to: 12) != nil)
    }

    @Test
    mutating func `a target that is not there is unavailable`() {
        world.request(1, from: 1, route: "dayline.bus.Health/Check@w11")

        #expect(world.taken().end(of: 1, for: 1) == .unavailable)
    }

    @Test
    mutating func `how a full worker is doing can be asked, and nothing else`() {
        world.register(11, capacity: 1)
        world.request(1, from: 1)
        _ = world.taken()

        world.request(2, from: 1, route: "dayline.bus.Health/Check@w11")
        world.request(3, from: 1, route: "s/M@w11")

        let sent = world.taken()
        #expect(sent.request(to: 11) != nil)
        #expect(sent.end(of: 3, for: 1) == .resourceExhausted)
    }
    @Test
    mutating func `what a full worker serves can be asked by the service's name`() {
        world.register(11, capacity: 1)
        world.request(1, from: 1)
        _ = world.taken()

        world.request(2, from: 1, route: "dayline.bus.Reflection/Describe@s")

        #expect(world.taken().request(to: 11) != nil)
    }
}
