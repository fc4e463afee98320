import Contracts
import Foundation
import Glibc
import HostFiles
import RPC
import TestKit
import Testing
import ZeroMQ
import ZeroMQTransport

@testable import Supervision

/// The supervisor's program with plugins that are shell scripts.
@Suite(.timeLimit(.minutes(2)))
struct DaemonTests {
    let fixture: SupervisedHome
    let program: String

    init() throws {
        fixture = try SupervisedHome()
        program = "\(ProgramPath.folder)/daylined"
        try fixture.install("broker")
        try fixture.install("storage")
    }

    @Test
    func `a start reports its progress, and a second one finds the first`() async throws {
        var steps: [StartReport] = []

        let first = try start { steps.append($0) }
        let second = try start()

        guard case .ready(let pid, let workers) = first else {
            Issue.record("\(first)")
            return
        }
        #expect(workers == ["broker", "storage"])
        #expect(second == .alreadyRunning(pid: pid))
        #expect(
            steps.contains(.progress(name: "storage", state: "ready", reason: nil)))
        #expect(HomeLock.holder(of: fixture.home) == .running(pid: pid))
        try await stop(pid)
        #expect(HomeLock.holder(of: fixture.home) == nil)
        #expect(Files.names(in: fixture.home.runFolder) == [])
    }

    @Test
    func `a start directly after a stop succeeds`() async throws {
        guard case .ready(let first, _) = try start() else { return }
        for _ in 1...3 {
            _ = try await control { try await $0.call(Control.stop, Control.WorkerRequest()) }
            let next = try start()
            guard case .ready(let pid, _) = next else {
                Issue.record("\(next)")
                return
            }
            #expect(pid != first)
        }
        try await stop(try #require(pidOfHolder))
    }

    @Test
    func `a killed supervisor leaves no process, and the next start succeeds`() async throws {
        guard case .ready(let pid, _) = try start() else { return }
        let status = try await control { try await $0.call(Control.status, Empty()) }
        let workers = status.workers.compactMap(\.pid)
        #expect(workers.count == 2)

        kill(pid, SIGKILL)
        for worker in workers + [pid] { try waitForEnd(of: worker) }

        guard case .ready(let next, _) = try start() else { return }
        #expect(next != pid)
        try await stop(next)
    }

    @Test
    func `a failing third-party worker does not fail the start and is logged`() async throws {
        try fixture.install("failing", script: "echo 'failed The disk is full.' >&3; exit 1")

        let outcome = try start()

        guard case .ready(let pid, let workers) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(workers == ["broker", "storage"])
        // The reason may arrive after the report of the start.
        try await eventually("the reason in the log") {
            fixture.log(Daemon.logName).contains {
                $0.contains("failing") && $0.contains("The disk is full.")
            }
        }
        try await stop(pid)
    }

    @Test
    func `a third-party worker that never becomes ready does not delay the start`() async throws {
        try fixture.install("mute", script: "exec sleep 1000")

        let outcome = try start()

        guard case .ready(let pid, let workers) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(workers == ["broker", "storage"])
        let status = try await control { try await $0.call(Control.status, Empty()) }
        let mute = try #require(status.workers.first { $0.name == "mute" })
        #expect(mute.state == .starting)
        #expect(mute.restarts == 0)
        try await stop(pid)
    }

    @Test
    func `a broker that does not start fails the start with its name`() async throws {
        try fixture.install("broker", script: "echo 'failed The socket is taken.' >&3; exit 1")

        let error = #expect(throws: Status.self) { try start() }

        #expect(error?.message.hasPrefix("broker did not start") == true)
        #expect(error?.message.hasSuffix("The socket is taken.") == true)
        try await stop(try #require(pidOfHolder))
    }

    @Test
    func `the supervisor inherits no descriptors and works in its home`() async throws {
        let inherited = open("/dev/zero", O_RDONLY)
        defer { close(inherited) }
        guard case .ready(let pid, _) = try start() else { return }

        let links = Files.names(in: "/proc/\(pid)/fd").compactMap {
            Files.linkTarget("/proc/\(pid)/fd/\($0)")
        }
        #expect(!links.contains("/dev/zero"))
        #expect(Files.linkTarget("/proc/\(pid)/fd/0") == "/dev/null")
        #expect(
            Files.linkTarget("/proc/\(pid)/cwd") == Files.canonicalPath(fixture.home.folder))
        try await stop(pid)
    }

    @Test
    func `in the foreground the supervisor prints ready and closes standard output`() async throws {
        var ends: [Int32] = [-1, -1]
        #expect(pipe(&ends) == 0)
        let supervisor = Process()
        supervisor.executableURL = URL(fileURLWithPath: program)
        supervisor.arguments = ["--home", fixture.home.folder]
        supervisor.environment = fixture.environment
        supervisor.standardOutput = FileHandle(fileDescriptor: ends[1])
        supervisor.standardError = FileHandle.nullDevice
        try supervisor.run()
        close(ends[1])

        let output = FileHandle(fileDescriptor: ends[0], closeOnDealloc: true).readDataToEndOfFile()

        #expect(
            String(decoding: output, as: UTF8.self)
                == "ready: 2 processes, supervised by \(supervisor.processIdentifier).\n")
        #expect(supervisor.isRunning)
        try await stop(supervisor.processIdentifier)
    }

    @Test
    func `a log or lock that is a symbolic link is not followed`() throws {
        let target = "\(fixture.home.folder)/target"
        try Files.writeAtomically(Array("mine\n".utf8), to: target)
        #expect(symlink(target, fixture.home.lock) == 0)

        let error = #expect(throws: Status.self) { try start() }
        let log = LogCollector.path(of: Daemon.logName, in: fixture.home)
        unlink(fixture.home.lock)
        unlink(log)
        #expect(symlink(target, log) == 0)
        #expect(throws: (any Error).self) { try start() }

        #expect(error?.hint?.contains("rm \(fixture.home.lock)") == true)
        #expect(try Files.read(target) == Array("mine\n".utf8))
    }

    @Test
    func `without a broker nothing starts`() throws {
        try fixture.uninstall("broker")

        let error = #expect(throws: Status.self) { try start() }

        #expect(error?.code == .failedPrecondition)
        #expect(HomeLock.holder(of: fixture.home) == nil)
    }

    @Test
    func `a supervisor that is missing or ends at once is an error`() {
        #expect(throws: (any Error).self) {
            try Startup.detached(fixture.home, environment: [:], program: "/none")
        }
        let error = #expect(throws: Status.self) {
            try Startup.detached(fixture.home, environment: [:], program: "/bin/false")
        }
        #expect(error?.code == .unavailable)
    }

    @Test(arguments: [
        ["--home"], ["--what", "x"], ["x"], ["--aggregation", "none"], ["--aggregation", "0"],
        ["--report", "-1"],
    ])
    func `an invalid command line is rejected`(arguments: [String]) {
        #expect(throws: Status.self) { try DaemonOptions(parsing: arguments) }
    }

    @Test
    func `options are parsed from their own arguments`() throws {
        let options = DaemonOptions(home: "/a b", aggregation: 3, report: 3)

        #expect(try DaemonOptions(parsing: options.arguments) == options)
        #expect(try DaemonOptions(parsing: [String]()) == DaemonOptions())
    }

    @Test(arguments: ["--key-file", "--key"])
    func `the key of a joining machine has both names of other commands`(option: String) throws {
        let options = try DaemonOptions(
            parsing: ["--join", "tcp://192.0.2.1:8421", option, "a.key"])

        #expect(options.keyFile == "a.key")
    }

    private var pidOfHolder: Int32? {
        if case .running(let pid) = HomeLock.holder(of: fixture.home) { pid } else { nil }
    }

    private func start(_ progress: (StartReport) -> Void = { _ in }) throws -> StartReport {
        try Startup.detached(
            fixture.home, environment: fixture.environment, program: program, progress: progress)
    }

    private func control<Reply>(
        _ body: (Client) async throws -> Reply
    ) async throws -> Reply {
        let loop = try Loop()
        defer { loop.stop() }
        let connection = BusConnection(
            endpoint: try .ipc(fixture.home.controlSocket), loop: loop)
        defer { connection.close() }
        return try await body(Client(connection))
    }

    /// Stops everything by a call and waits for the end of the supervisor.
    private func stop(_ pid: Int32) async throws {
        let status = try await control { try await $0.call(Control.stop, Control.WorkerRequest()) }
        #expect(status.workers.allSatisfy { $0.pid == nil })
        try waitForEnd(of: pid)
    }
}
