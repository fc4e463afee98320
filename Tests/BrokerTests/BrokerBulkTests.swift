import Broker
import RPC
import Testing
import ZeroMQTransport

/// Second connections of workers on other machines. Peer 11 is the first connection of a worker, peer 12 the
/// second one.
struct BrokerBulkTests {
    private static let route = "org.example.Echo/Say"

    private var broker = SimulatedBroker()

    private mutating func identify(_ peer: UInt64, key: String = "desktop") throws {
        let holder = KeyHolder(
            PeerAuthentication(publicKey: key, address: "192.0.2.7", connection: peer), name: key,
            profile: nil, roles: [try Role("worker:org.example")])
        broker.identify(holder, peer)
    }

    private mutating func registerBulk(key: String = "desktop") throws {
        try identify(12, key: key)
        broker.register(12, instance: "echo.1", services: [], bulkOf: "echo.1")
    }

    private mutating func registerBoth() throws {
        try identify(11)
        broker.register(11, instance: "echo.1", services: ["org.example.Echo"], capacity: 8)
        try registerBulk()
        #expect(broker.removeSent().sent(.ready, to: 12).count == 1)
    }

    @Test mutating func `streams and large requests have the second connection`() throws {
        try registerBoth()

        broker.request(1, from: 1, route: Self.route)
        broker.request(2, from: 1, route: Self.route, credit: 8)
        broker.request(3, from: 1, route: Self.route, flags: .byteCredit)
        broker.request(4, from: 1, route: Self.route, bytes: WireLimits.shortBytes + 1)
        broker.request(5, from: 1, route: "dayline.bus.Health/Check@echo.1")

        let sent = broker.removeSent()
        #expect(sent.sent(.request, to: 11).count == 2)
        #expect(sent.sent(.request, to: 12).count == 3)
        #expect(broker.state.listing.workers.map(\.inFlight) == [4])
    }

    @Test mutating func `items, credit and cancels have the connection of their call`() throws {
        try registerBoth()
        broker.request(1, from: 1, route: Self.route, credit: 8)
        let id = try #require(broker.removeSent().request(to: 12))

        broker.send(.credit, SimulatedBroker.id(1), from: 1, number: 2)
        broker.send(.item, SimulatedBroker.id(1), from: 1)
        broker.send(.item, id, from: 12)
        broker.send(.cancel, SimulatedBroker.id(1), from: 1)

        let sent = broker.removeSent()
        #expect(sent.filter { $0.peer == 12 }.map(\.kind) == [.credit, .item, .cancel])
        #expect(sent.sent(.item, to: 1).count == 1)
        #expect(sent.filter { $0.peer == 11 }.isEmpty)
    }

    @Test mutating func `a large answer on the second connection ends a call of the first`()
        throws
    {
        try registerBoth()
        broker.request(1, from: 1, route: Self.route)
        let id = try #require(broker.removeSent().request(to: 11))

        broker.send(.final, id, from: 12, bytes: 200 << 10)

        #expect(broker.removeSent().end(of: 1, for: 1) == .ok)
        #expect(broker.state.listing.workers.map(\.inFlight) == [0])
    }

    @Test mutating func `messages of the second connection do not answer pings`() throws {
        try registerBoth()
        broker.request(1, from: 1, route: Self.route, credit: 8)
        let id = try #require(broker.removeSent().request(to: 12))

        for _ in 0..<60 {
            broker.advance(.milliseconds(500))
            broker.send(.item, id, from: 12)
        }

        #expect(broker.state.listing.workers.isEmpty)
        #expect(broker.removeSent().end(of: 1, for: 1) == .unavailable)
    }

    @Test mutating func `the end of the second connection ends the registration`() throws {
        try registerBoth()
        broker.request(1, from: 1, route: Self.route, repeatable: true, credit: 8)
        broker.request(2, from: 1, route: Self.route)
        _ = broker.removeSent()

        broker.disconnect(12)

        let sent = broker.removeSent()
        #expect(sent.sent(.goodbye, to: 11).count == 1)
        #expect(sent.end(of: 2, for: 1) == .unavailable)
        #expect(broker.state.listing.workers.isEmpty)
    }

    @Test mutating func `without a second connection all calls have the first one`() throws {
        try identify(11)
        broker.register(11, instance: "echo.1", services: ["org.example.Echo"])

        broker.request(1, from: 1, route: Self.route, credit: 8, flags: .byteCredit)

        #expect(broker.removeSent().sent(.request, to: 11).count == 1)
    }

    @Test mutating func `a second connection needs the key of a registered worker`() throws {
        try registerBulk()
        #expect(broker.removeSent().sent(.final, to: 12).map(\.status) == [.permissionDenied])

        try identify(11)
        broker.register(11, instance: "echo.1", services: ["org.example.Echo"])
        try registerBulk(key: "other")
        broker.request(1, from: 1, route: Self.route, credit: 8)

        let sent = broker.removeSent()
        #expect(sent.sent(.final, to: 12).map(\.status) == [.permissionDenied])
        #expect(sent.sent(.request, to: 11).count == 1)
    }

    @Test mutating func `a connection is not the second one of itself`() throws {
        try identify(11)
        broker.register(11, instance: "echo.1", services: ["org.example.Echo"])
        broker.register(11, instance: "echo.1", services: [], bulkOf: "echo.1")

        #expect(broker.removeSent().sent(.final, to: 11).map(\.status) == [.permissionDenied])
        #expect(broker.state.listing.workers.map(\.instance) == ["echo.1"])
    }
}
