import Contracts
import Foundation
import Glibc
import HostFiles
import Testing

@testable import Supervision

/// The notifications of a supervisor to the service manager that started it.
@Suite(.timeLimit(.minutes(2)))
struct ServiceManagerTests {
    private let fixture: SupervisedHome
    private let socket: NotifySocket

    init() throws {
        fixture = try SupervisedHome()
        try fixture.install("broker")
        try fixture.install("storage")
        socket = try NotifySocket(path: "\(fixture.home.runFolder)/notify")
    }

    private func start(_ variables: [String: String] = [:]) throws -> Process {
        let supervisor = Process()
        supervisor.executableURL = URL(fileURLWithPath: "\(ProgramPath.folder)/daylined")
        supervisor.arguments = ["--home", fixture.home.folder]
        supervisor.environment = fixture.environment
            .merging(["NOTIFY_SOCKET": socket.path]) { $1 }.merging(variables) { $1 }
        supervisor.standardOutput = FileHandle.nullDevice
        supervisor.standardError = FileHandle.nullDevice
        try supervisor.run()
        return supervisor
    }

    @Test func `progress, ready and stopping are notified in this order`() throws {
        let supervisor = try start()

        let started = try socket.lines(until: "READY=1")
        supervisor.terminate()
        let ended = try socket.lines(until: "STOPPING=1")
        supervisor.waitUntilExit()

        #expect(started.contains("STATUS=storage: ready"))
        #expect(started.contains("EXTEND_TIMEOUT_USEC=30000000"))
        #expect(started.contains("STATUS=2 processes are ready."))
        #expect(!started.contains("WATCHDOG=1"))
        #expect(ended.filter { $0.hasPrefix("READY") } == [])
        #expect(supervisor.terminationStatus == 0)
    }

    @Test func `the watchdog is notified within its limit until the supervisor ends`() throws {
        let supervisor = try start(["WATCHDOG_USEC": "200000"])

        _ = try socket.lines(until: "READY=1")
        for _ in 1...3 { _ = try socket.lines(until: "WATCHDOG=1") }
        kill(supervisor.processIdentifier, SIGSTOP)
        socket.discardPending()
        let isSilent = try !socket.isReadable(within: 1000)
        kill(supervisor.processIdentifier, SIGCONT)
        _ = try socket.lines(until: "WATCHDOG=1")
        supervisor.terminate()
        supervisor.waitUntilExit()

        #expect(isSilent)
    }

    @Test func `a watchdog of another process is not notified`() throws {
        let supervisor = try start(["WATCHDOG_USEC": "2000", "WATCHDOG_PID": "1"])

        let started = try socket.lines(until: "READY=1")
        supervisor.terminate()
        let ended = try socket.lines(until: "STOPPING=1")
        supervisor.waitUntilExit()

        #expect(!(started + ended).contains("WATCHDOG=1"))
    }

    @Test func `a worker that fails is named by the status of a ready system`() throws {
        try fixture.install("storage", script: "echo 'failed The disk is full.' >&3; exit 1")

        let supervisor = try start()
        let started = try socket.lines(until: "READY=1")
        supervisor.terminate()
        supervisor.waitUntilExit()

        #expect(started.contains { $0.hasPrefix("STATUS=") && $0.contains("The disk is full.") })
    }

    @Test func `workers do not inherit the socket of the service manager`() throws {
        try fixture.install(
            "storage",
            script: "echo \"failed socket=${NOTIFY_SOCKET-none} ${WATCHDOG_USEC-none}\" >&3; exit 1"
        )

        let supervisor = try start(["WATCHDOG_USEC": "200000"])
        let started = try socket.lines(until: "READY=1")
        supervisor.terminate()
        supervisor.waitUntilExit()

        #expect(started.contains { $0.contains("socket=none none") })
    }

    @Test func `a home without a broker ends the program with a status and without ready`() throws {
        try fixture.uninstall("broker")

        let supervisor = try start()
        let lines = try socket.lines(untilPrefix: "STATUS=")
        supervisor.waitUntilExit()

        #expect(lines.last?.hasPrefix("STATUS=No broker is installed.") == true)
        #expect(supervisor.terminationStatus == 1)
    }

    @Test(arguments: ["", "relative", "vsock:2:1234", "/" + String(repeating: "x", count: 200)])
    func `a socket that is not a local one is ignored`(path: String) {
        #expect(ServiceManager(["NOTIFY_SOCKET": path]) == nil)
    }

    @Test func `processes have no core dumps and a memory limit`() throws {
        let supervisor = try start()
        defer {
            supervisor.terminate()
            supervisor.waitUntilExit()
        }

        _ = try socket.lines(until: "READY=1")
        let limits = try #require(ProcessUsage.limits(of: supervisor.processIdentifier))

        #expect(limits.coreBytes == 0)
        #expect(limits.memoryBytes.map { UInt64($0) <= ProcessProtection.memoryLimit } == true)
        #expect(limits.openFiles.map { $0 > 0 } ?? true)
    }
}

/// A socket that receives notifications as a service manager does.
private final class NotifySocket: Sendable {
    let path: String
    private let descriptor: Int32
    private static let limitMilliseconds: Int32 = 60_000

    init(path: String) throws {
        self.path = path
        descriptor = Glibc.socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
        let code = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        try #require(code == 0)
    }

    deinit {
        close(descriptor)
    }

    func isReadable(within milliseconds: Int32) throws -> Bool {
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&entry, 1, milliseconds) == 1
    }

    /// The lines of all notifications up to the one with `line`.
    func lines(until line: String) throws -> [String] { try lines { $0 == line } }

    func lines(untilPrefix prefix: String) throws -> [String] {
        try lines { $0.hasPrefix(prefix) }
    }

    func discardPending() {
        var bytes = [UInt8](repeating: 0, count: 4096)
        while recv(descriptor, &bytes, bytes.count, Int32(MSG_DONTWAIT)) > 0 {}
    }

    private func lines(until isLast: (String) -> Bool) throws -> [String] {
        var lines: [String] = []
        var bytes = [UInt8](repeating: 0, count: 4096)
        while true {
            try #require(try isReadable(within: Self.limitMilliseconds), "received: \(lines)")
            let count = recv(descriptor, &bytes, bytes.count, 0)
            let received = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
                .split(separator: "\n").map(String.init)
            lines += received
            if received.contains(where: isLast) { return lines }
        }
    }
}
