import BusTestKit
import Foundation
import RPC
import Testing
import ZeroMQ
import ZeroMQTransport

/// More connections than a process has descriptors, to each socket that it binds.
@Suite(.serialized, .timeLimit(.minutes(5))) struct ConnectionFloodTests {
    private static let descriptors = 256
    private static let connections = 2000
    private static let recovery = Duration.seconds(5)

    @Test(arguments: ["bus", "importers", "control"])
    func `a flood of connections ends no process and keeps clients served`(
        socket: String
    ) async throws {
        let system = try Self.system()
        let endpoint = try Endpoint.ipc("\(system.home)/run/\(socket).sock")
        let loop = try Loop()
        let client = Client(BusConnection(endpoint: endpoint, loop: loop))
        _ = try await client.call(BusHealth.check, Empty())
        let before = try Self.processes(of: system)

        var flood = Flood(path: "\(system.home)/run/\(socket).sock")
        for number in 1...Self.connections {
            flood.connect(greets: number.isMultiple(of: 2))
            if number.isMultiple(of: 200) { _ = try await client.call(BusHealth.check, Empty()) }
        }
        #expect(flood.count == Self.connections)
        flood.end()
        let late = Client(
            BusConnection(endpoint: endpoint, loop: loop, connectTimeout: Self.recovery))
        let options = CallOptions(deadline: .after(Self.recovery))

        _ = try await late.call(BusHealth.check, Empty(), options)
        _ = try await client.call(BusHealth.check, Empty())
        #expect(try Self.processes(of: system) == before)
        loop.stop()
    }

    /// An idle connection does not keep its descriptor.
    @Test func `connections without a greeting are closed`() async throws {
        let system = try Self.system()
        let path = "\(system.home)/run/bus.sock"
        var flood = Flood(path: path)
        for _ in 1...50 { flood.connect(greets: false) }

        #expect(flood.waitForEnds(seconds: 10) == 50)
        flood.end()
    }

    private static func system() throws -> DaylineSystem {
        allowManyDescriptors()
        let home = NSTemporaryDirectory() + "dl-" + UUID().uuidString.prefix(8)
        let script = "ulimit -n \(descriptors) && exec \"$0\" --home \"$1\" up --detach"
        let started = try DaylineSystem.run(
            "/bin/sh", ["-c", script, "\(DaylineSystem.programs)/dayline", home])
        try #require(started.status == 0, "\(started.errors)")
        return try DaylineSystem(home: home)
    }

    private static func allowManyDescriptors() {
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        limit.rlim_cur = limit.rlim_max
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }

    /// Process ID and number of restarts of each process, by name.
    private static func processes(of system: DaylineSystem) throws -> [String: [Int]] {
        let workers = try #require(
            try system.json("status")["workers"] as? [[String: Any]])
        return Dictionary(
            uniqueKeysWithValues: workers.compactMap { worker in
                guard let name = worker["name"] as? String else { return nil }
                return (name, [worker["pid"] as? Int ?? 0, worker["restarts"] as? Int ?? -1])
            })
    }
}

/// Open connections without libzmq.
private struct Flood {
    let path: String
    private var descriptors: [Int32] = []

    /// The ZMTP 3.0 greeting without security, and the READY command of a DEALER.
    private static let greeting: [UInt8] =
        [0xFF] + Array(repeating: 0, count: 8) + [0x7F, 3, 0] + Array("NULL".utf8)
        + Array(repeating: 0, count: 48)
        + [4, 28, 5] + Array("READY".utf8) + [11] + Array("Socket-Type".utf8)
        + [0, 0, 0, 6] + Array("DEALER".utf8)

    init(path: String) {
        self.path = path
    }

    var count: Int { descriptors.count }

    mutating func connect(greets: Bool) {
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        guard descriptor >= 0 else { return }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
        let code = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard code == 0 else {
            close(descriptor)
            return
        }
        if greets { _ = send(descriptor, Self.greeting, Self.greeting.count, Int32(MSG_NOSIGNAL)) }
        descriptors.append(descriptor)
    }

    /// The number of connections that the peer closed within the time.
    func waitForEnds(seconds: Int) -> Int {
        let end = ContinuousClock.now + .seconds(seconds)
        var open = descriptors
        while !open.isEmpty, ContinuousClock.now < end {
            var entries = open.map { pollfd(fd: $0, events: 0, revents: 0) }
            poll(&entries, nfds_t(entries.count), 1000)
            open = entries.filter { $0.revents == 0 }.map(\.fd)
        }
        return descriptors.count - open.count
    }

    mutating func end() {
        for descriptor in descriptors { close(descriptor) }
        descriptors = []
    }
}
