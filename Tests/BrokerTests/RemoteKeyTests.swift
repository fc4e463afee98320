import Broker
import BusTestKit
import Contracts
import Foundation
import HostFiles
import RPC
import Synchronization
import TestKit
import Testing
import ZeroMQ
import ZeroMQTransport

/// Keys and roles over real sockets.
@Suite(.cleanup, .serialized, .timeLimit(.minutes(2)))
struct RemoteKeyTests {
    @Test(arguments: ["read", "log", "push", "admin", "worker:org.example"])
    func `a role permits the methods of its scope only`(role: String) async throws {
        let bus = try await RemoteBus()
        let key = try await bus.key(
            "laptop", role, profile: role.hasPrefix("worker:") ? nil : "default")

        for (method, scope) in Notes.scopes {
            let status = try await bus.failure(
                { _ = try await $0.call(method, .init(text: "x")) }, key)

            let isAllowed = scope != nil && (role == "admin" || role == scope?.rawValue)
            #expect(
                status?.code == (isAllowed ? nil : .permissionDenied), "\(role) \(method.name)")
        }
        let read = try await bus.failure({ _ = try await $0.call(Notes.read, Empty()) }, key)
        #expect(read?.code == (["read", "admin"].contains(role) ? nil : .permissionDenied))
    }

    @Test func `commands about keys that cannot be read get the reason`() async throws {
        let folder = try RunFolder()
        let loop = try Loop()
        let problem = Status(.failedPrecondition, "bus-keys.json is not a list of keys.")
        let broker = Broker(
            endpoint: try folder.endpoint(), loop: loop, keyProblem: problem)
        try await broker.start()
        let local = BusConnection(
            endpoint: try folder.endpoint(), loop: loop, connectTimeout: .seconds(5))

        let list = await #expect(throws: Status.self) {
            try await Client(local).call(BusKeys.list, Empty())
        }
        let listen = await #expect(throws: Status.self) {
            try await Client(local).call(BusKeys.listen, BusKeys.ListenRequest(address: nil))
        }

        #expect(list?.message == problem.message)
        #expect(listen?.message == problem.message)
        local.close()
        await broker.stop()
        loop.stop()
    }

    /// Storage with the profile `kim`.
    private final class OneProfile: Service {
        /// The time of the profile's first change.
        let createdAt = Mutex("2026-02-01T00:00:00.000Z")

        func register(on router: inout Router) {
            router.handle(Profiles.list) { [self] _, _ in
                Profiles.ListResponse(profiles: [
                    Profiles.Profile(
                        name: "kim", zone: "UTC", zones: [], samples: 0, activities: 0,
                        createdAt: createdAt.withLock { $0 })
                ])
            }
        }
    }

    @Test func `a key ends when another profile has the name of its profile`() async throws {
        let bus = try await RemoteBus()
        let storage = OneProfile()
        let old = try await bus.key("old", "read", profile: "kim")
        let following = Task {
            await bus.broker.followProfiles(Client(inProcess: storage)) { _ in }
        }
        try await eventually("the key is bound") {
            let keys = try? String(contentsOfFile: bus.home.busKeys, encoding: .utf8)
            return keys?.contains("2026-02-01") == true
        }
        let valid = try await bus.failure({ _ = try await $0.call(Notes.read, Empty()) }, old)
        storage.createdAt.withLock { $0 = "2026-03-01T00:00:00.000Z" }

        let new = try await bus.key("new", "read", profile: "kim")
        let ended = try await bus.failure({ _ = try await $0.call(Notes.read, Empty()) }, old)
        let fresh = try await bus.failure({ _ = try await $0.call(Notes.read, Empty()) }, new)

        #expect(valid?.code != .unauthenticated)
        #expect(ended?.code == .unauthenticated)
        #expect(fresh?.code != .unauthenticated)
        following.cancel()
    }

    @Test func `a refused key learns nothing, not even names of services`() async throws {
        let bus = try await RemoteBus()
        var unknown = try await bus.key("unknown", "admin")
        let pair = try CurveKeyPair()
        (unknown.publicKey, unknown.secretKey) = (pair.publicKey, pair.secretKey)

        for route in [Notes.log.name, MethodName(service: "dayline.nothing.X", method: "Y")] {
            let method = Method<Notes.Text, Notes.Text>(route.service, route.method)
            let status = try await bus.failure(
                { _ = try await $0.call(method, .init(text: "x")) }, unknown)

            #expect(status?.code == .unauthenticated)
            #expect(status?.message.contains("dayline.") == false)
        }
    }

    @Test func `a client with another server key, or without a key, gets no answer`() async throws {
        let bus = try await RemoteBus()
        var key = try await bus.key("laptop", "admin")
        key.serverKey = try CurveKeyPair().publicKey
        let options = CallOptions(deadline: .after(.seconds(3)))

        let status = try await bus.failure(
            { _ = try await $0.call(Notes.read, Empty(), options) }, key)

        #expect([.unavailable, .deadlineExceeded].contains(status?.code))
        #expect(try Self.bytesAfterPlainGreeting(bus.address) <= 64)
    }

    @Test func `a revoked key is disconnected within a second, and its calls end`() async throws {
        let bus = try await RemoteBus()
        let key = try await bus.key("laptop", "read", profile: nil)
        let desktop = try await bus.key("desktop", "read", profile: nil)
        let connection = try bus.connection(key)
        let other = try bus.connection(desktop)
        _ = try await Client(other).call(Notes.read, Empty())
        let isSubscribed = AsyncStream.makeStream(of: Void.self)
        let subscription = Task {
            try await Client(connection).stream(
                BusEvents.subscribe, .init(topics: []), CallOptions(deadline: .never)
            ) { _ in isSubscribed.continuation.yield() }
        }
        for await _ in isSubscribed.stream { break }

        let start = ContinuousClock.now
        let answer = try await Client(bus.local).call(BusKeys.revoke, .init(name: "laptop"))
        let ended = await subscription.result

        #expect(start.duration(to: .now) < .seconds(1))
        #expect(answer.connections == 1)
        #expect(throws: (any Error).self) { try ended.get() }
        let status = try await bus.failure({ _ = try await $0.call(Notes.read, Empty()) }, key)
        #expect(status?.code == .unauthenticated)
        #expect(try await Client(other).call(Notes.read, Empty()).text == "default")
        #expect(
            try await Client(bus.local).call(BusKeys.list, Empty()).keys.map(\.name) == ["desktop"])
        connection.close()
        other.close()
    }

    @Test func `a revoked connection that has sent nothing is ended within a second`() async throws
    {
        let bus = try await RemoteBus()
        let key = try await bus.key("laptop", "read")
        let connection = try bus.connection(key)
        try await eventually("the connection") { RemoteConnections.count == 1 }

        let start = ContinuousClock.now
        _ = try await Client(bus.local).call(BusKeys.revoke, .init(name: "laptop"))
        try await eventually("its end") { RemoteConnections.count == 0 }

        #expect(start.duration(to: .now) < .seconds(1))
        connection.close()
    }

    @Test func `a key is for its profile only`() async throws {
        let bus = try await RemoteBus()
        let key = try await bus.key("laptop", "read", profile: "anna")
        let all = try await bus.key("all", "read", profile: nil)
        let anna = CallOptions(profile: "anna")

        #expect(
            try await bus.failure({ _ = try await $0.call(Notes.read, Empty(), anna) }, key) == nil)
        for profile in [nil, "default", "Anna", ""] {
            let options = CallOptions(profile: profile)
            let status = try await bus.failure(
                { _ = try await $0.call(Notes.read, Empty(), options) }, key)
            #expect(status?.code == .permissionDenied, "\(profile ?? "none")")
            #expect(
                try await bus.failure(
                    { _ = try await $0.call(Notes.read, Empty(), options) }, all) == nil)
        }
    }

    @Test func `keys of requests that are for the machine are refused`() async throws {
        let bus = try await RemoteBus()
        let key = try await bus.key("laptop", "admin")

        let refused = try await bus.failure(
            { _ = try await $0.call(Notes.file, .init(path: "/etc/passwd")) }, key)
        let accepted = try await bus.failure({ _ = try await $0.call(Notes.file, .init()) }, key)

        #expect(refused?.code == .permissionDenied)
        #expect(accepted == nil)
        #expect(
            try await Client(bus.local).call(Notes.file, .init(path: "/x")).text == "/x")
    }

    @Test func `the stored files have no secret of a key, and only their owner can read them`()
        async throws
    {
        let bus = try await RemoteBus()
        let key = try await bus.key("laptop", "admin")

        for path in [bus.home.busKeys, bus.home.busServerKey, bus.home.busListen] {
            let text = try String(contentsOfFile: path, encoding: .utf8)
            #expect(!text.contains(key.secretKey))
            let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
            #expect(mode as? Int == 0o600)
        }
        #expect("\(key) \(String(reflecting: key))".contains(key.secretKey) == false)
    }

    @Test func `names, keys and roles are validated`() async throws {
        let bus = try await RemoteBus()
        _ = try await bus.key("laptop", "read")
        let good = try CurveKeyPair().publicKey
        let requests: [(BusKeys.NewRequest, Status.Code)] = [
            (.init(name: "laptop", publicKey: good, roles: ["read"]), .alreadyExists),
            (.init(name: "", publicKey: good, roles: ["read"]), .invalidArgument),
            (.init(name: "a\nb", publicKey: good, roles: ["read"]), .invalidArgument),
            (.init(name: "x", publicKey: "short", roles: ["read"]), .invalidArgument),
            (.init(name: "x", publicKey: good, roles: []), .invalidArgument),
            (.init(name: "x", publicKey: good, roles: ["root"]), .invalidArgument),
            (.init(name: "x", publicKey: good, roles: ["read", "worker:a.b"]), .invalidArgument),
            (
                .init(name: "x", publicKey: good, roles: ["worker:a.b"], profile: "anna"),
                .invalidArgument
            ),
            (
                .init(name: "x", publicKey: good, roles: ["researcher"], profile: "anna"),
                .invalidArgument
            ),
            (.init(name: "x", publicKey: good, roles: ["researcher", "read"]), .invalidArgument),
            (.init(name: "x", publicKey: good, roles: ["admin", "operator"]), .invalidArgument),
            (.init(name: "x", publicKey: good, roles: ["worker:"]), .invalidArgument),
            (.init(name: "x", publicKey: good, roles: ["worker:dayline"]), .invalidArgument),
            (
                .init(name: "x", publicKey: good, roles: ["worker:dayline.storage"]),
                .invalidArgument
            ),
            (.init(name: "x", publicKey: good, roles: ["worker:dayline.bus"]), .invalidArgument),
            (.init(name: "x", publicKey: good, roles: ["worker:a..b"]), .invalidArgument),
        ]

        for (request, code) in requests {
            let status = await #expect(throws: Status.self) {
                try await Client(bus.local).call(BusKeys.new, request)
            }
            #expect(status?.code == code, "\(request)")
        }
        let unknown = await #expect(throws: Status.self) {
            try await Client(bus.local).call(BusKeys.revoke, .init(name: "unknown"))
        }
        #expect(unknown?.code == .notFound)
    }

    @Test func `an address that is not valid leaves the connections open`() async throws {
        let bus = try await RemoteBus()
        let key = try await bus.key("laptop", "read")
        let before = try #require(
            try await Client(bus.local).call(BusKeys.address, Empty()).address)
        let connection = BusConnection(
            endpoint: try .tcp(before, key: key), loop: bus.loop, connectTimeout: .seconds(2))
        let client = Client(connection)
        #expect(try await client.call(Notes.read, Empty()).text == "default")

        for address in ["none", "", "tcp://127.0.0.1", "tcp://:1"] {
            let status = await #expect(throws: Status.self) {
                try await Client(bus.local).call(BusKeys.listen, .init(address: address))
            }
            #expect(status?.code == .invalidArgument, "\(address)")
        }

        #expect(try await Client(bus.local).call(BusKeys.address, Empty()).address == before)
        #expect(try await client.call(Notes.read, Empty()).text == "default")
        connection.close()
    }

    @Test func `an address that cannot be bound leaves the previous one`() async throws {
        let bus = try await RemoteBus()
        let key = try await bus.key("laptop", "read")

        for address in ["tcp://192.0.2.1:8421", "tcp://127.0.0.1", "ipc:///tmp/x", "tcp://:1"] {
            let status = await #expect(throws: Status.self) {
                try await Client(bus.local).call(BusKeys.listen, .init(address: address))
            }
            #expect([.failedPrecondition, .invalidArgument].contains(status?.code), "\(address)")
        }

        let current = try await Client(bus.local).call(BusKeys.address, Empty())
        #expect(current.setting == "tcp://127.0.0.1:0")
        let connection = BusConnection(
            endpoint: try .tcp(try #require(current.address), key: key), loop: bus.loop,
            connectTimeout: .seconds(2))
        #expect(try await Client(connection).call(Notes.read, Empty()).text == "default")
        connection.close()
    }

    @Test func `a flood of connections is bounded, and local clients stay served`() async throws {
        TestCleanup.add { RemoteConnections.limit(256) }
        let bus = try await RemoteBus(connections: 32)
        let port = try #require(Self.port(bus.address))
        var sockets: [Int32] = []
        defer { for socket in sockets { close(socket) } }

        for number in 1...200 {
            if let socket = Self.connect(port) { sockets.append(socket) }
            if number.isMultiple(of: 50) {
                #expect(RemoteConnections.count <= 32)
                _ = try await Client(bus.local).call(Notes.read, Empty())
            }
        }

        try await eventually("the bound") { RemoteConnections.count <= 32 }
        _ = try await Client(bus.local).call(Notes.read, Empty())
    }

    /// Bytes that the server sends to a peer that asks for no security.
    private static func bytesAfterPlainGreeting(_ address: String) throws -> Int {
        let port = try #require(Self.port(address))
        let socket = try #require(connect(port))
        defer { close(socket) }
        var greeting = [UInt8](repeating: 0, count: 64)
        (greeting[0], greeting[9], greeting[10]) = (0xFF, 0x7F, 3)
        for (index, byte) in "NULL".utf8.enumerated() { greeting[12 + index] = byte }
        _ = send(socket, greeting, greeting.count, Int32(MSG_NOSIGNAL))
        var count = 0
        var bytes = [UInt8](repeating: 0, count: 1024)
        while true {
            let received = recv(socket, &bytes, bytes.count, 0)
            if received <= 0 { return count }
            count += received
        }
    }

    private static func port(_ address: String) -> UInt16? {
        address.split(separator: ":").last.flatMap { UInt16($0) }
    }

    private static func connect(_ port: UInt16) -> Int32? {
        let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0 else {
            close(socket)
            return nil
        }
        return socket
    }
}
