import Broker
import BusTestKit
import RPC
import Testing
import ZeroMQTransport

/// Announcements and calls of peers on other machines, without sockets.
struct BrokerRoleTests {
    private var broker = SimulatedBroker(secret: StartSecret())

    private mutating func identify(
        _ peer: UInt64, _ roles: String..., key: String = "desktop", connection: UInt64 = 1
    ) throws {
        let holder = KeyHolder(
            PeerAuthentication(publicKey: key, address: "192.0.2.7", connection: connection),
            name: key, profile: nil, roles: try roles.map { text throws(Status) in try Role(text) })
        broker.identify(holder, peer)
    }

    @Test mutating func `a worker announces the services of its role only`() throws {
        let allowed = ["dayline.aggregation.Insights", "dayline.aggregation.Readings"]
        for (services, isAllowed) in [
            (allowed, true), (["dayline.aggregation.Insights", "dayline.storage.Days"], false),
            (["dayline.storage.Days"], false), (["dayline.aggregationX.Insights"], false),
            ([], false),
        ] {
            try identify(11, "worker:dayline.aggregation")
            broker.register(11, services: services)

            let sent = broker.removeSent()
            #expect(sent.sent(.ready, to: 11).count == (isAllowed ? 1 : 0), "\(services)")
            #expect(
                sent.sent(.final, to: 11).map(\.status) == (isAllowed ? [] : [.permissionDenied]))
            broker.disconnect(11)
        }
    }

    @Test(arguments: ["read", "log", "push", "admin"])
    mutating func `a key without a worker's role serves nothing`(role: String) throws {
        try identify(11, role)
        broker.register(11, services: ["org.example.Echo"])

        #expect(broker.removeSent().sent(.final, to: 11).map(\.status) == [.permissionDenied])
    }

    @Test mutating func `a worker's instance is replaced by the same key only`() throws {
        try identify(11, "worker:org.example.Echo")
        broker.register(11, instance: "echo.1", services: ["org.example.Echo"])
        try identify(12, "worker:org.example.Echo", key: "other", connection: 2)
        broker.register(12, instance: "echo.1", services: ["org.example.Echo"])
        #expect(broker.removeSent().sent(.final, to: 12).map(\.status) == [.permissionDenied])

        try identify(13, "worker:org.example.Echo", connection: 3)
        broker.register(13, instance: "echo.1", services: ["org.example.Echo"])

        #expect(broker.removeSent().sent(.ready, to: 13).count == 1)
        #expect(broker.state.listing.workers.map(\.host) == ["192.0.2.7"])
    }

    @Test mutating func `another connection with the same routing id gets no answer of the first`()
        throws
    {
        let secret = StartSecret()
        broker = SimulatedBroker(secret: secret)
        broker.register(
            11, instance: "notes.1", services: ["dayline.tracker.Notes"],
            token: secret.token(of: .instance("notes.1")), scopes: ["Read": .read])
        try identify(1, "read", connection: 1)
        broker.request(1, from: 1, route: "dayline.tracker.Notes/Read")
        let id = try #require(broker.removeSent().request(to: 11))

        try identify(1, "read", key: "other", connection: 2)
        broker.send(.final, id, from: 11)

        #expect(broker.removeSent().sent(.final, to: 1).isEmpty)
    }

    @Test mutating func `a silent worker on another machine is kept longer`() throws {
        try identify(11, "worker:org.example.Echo")
        broker.register(11, services: ["org.example.Echo"])
        broker.register(12, services: ["org.example.Local"])
        broker.request(1, from: 1, route: "org.example.Echo/Say")
        broker.request(2, from: 1, route: "org.example.Local/Say")

        for _ in 0..<30 { broker.advance(.milliseconds(500)) }
        #expect(broker.state.listing.workers.map(\.instance) == ["w11"])
        for _ in 0..<30 { broker.advance(.milliseconds(500)) }
        #expect(broker.state.listing.workers.isEmpty)
    }

    @Test mutating func `a worker calls only what its service needs`() throws {
        let secret = StartSecret()
        broker = SimulatedBroker(secret: secret)
        broker.register(
            21, instance: "storage.1",
            services: [
                "dayline.storage.Folds", "dayline.storage.Backups", "dayline.storage.Profiles",
            ], token: secret.token(of: .instance("storage.1")))
        try identify(11, "worker:dayline.aggregation")

        for (route, isAllowed) in [
            ("dayline.storage.Folds/Work", true), ("dayline.storage.Profiles/List", true),
            ("dayline.storage.Profiles/Remove", false), ("dayline.storage.Backups/Write", false),
            ("dayline.storage.FoldsX/Work", false), ("dayline.bus.Keys/New", false),
            ("dayline.bus.Broker/Gone", false), ("dayline.bus.Broker/List", true),
        ] {
            broker.request(1, from: 11, route: route)
            let sent = broker.removeSent()
            #expect(sent.sent(.final, to: 11).isEmpty == isAllowed, "\(route)")
            if let id = sent.request(to: 21) { broker.send(.final, id, from: 21) }
            _ = broker.removeSent()
        }
    }
}
