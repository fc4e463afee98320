import Contracts
import Glibc
import HostFiles
import RPC
import TestKit
import Testing
import ZeroMQ
import ZeroMQTransport

@testable import Supervision

/// The program itself, with plugins that are shell scripts.
@Suite(.timeLimit(.minutes(2)))
struct DaemonTests {
    let house: SmallHouse
    let program: String

    init() throws {
        house = try SmallHouse()
        program = "\(ProgramPath.folder)/daylined"
        try house.install("broker")
        try house.install("storage")
    }

    @Test
    func `a start is told step by step, and a second one finds the first`() async throws {
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
        #expect(HomeLock.holder(of: house.home) == .running(pid: pid))
        try await stop(pid)
        #expect(HomeLock.holder(of: house.home) == nil)
        #expect(Files.names(in: house.home.runFolder) == [])
    }

    @Test
    func `a start right after a stop finds the way free`() async throws {
        guard case .ready(let first, _) = try start() else { return }
        for _ in 1...3 {
            _ = try await control { try await $0.call(Control.stop, Control.Target()) }
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
    func `what is killed leaves no process, and nothing in the way of the next start`() async throws
    {
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
    func `a worker that does not start is told by name, and the rest goes on`() async throws {
        try house.install("failing", script: "echo 'failed The disk is full.' >&3; exit 1")

        let error = #expect(throws: Status.self) { try start() }

        #expect(error?.message == "failing did not start: The disk is full.")
        let status = try await control { try await $0.call(Control.status, Empty()) }
        #expect(
            status.workers.first { $0.name == "failing" }?.state == .failed)
        #expect(status.workers.first { $0.name == "storage" }?.state == .ready)
        try await stop(status.supervisor.pid)
    }

    @Test
    func `without a broker nothing starts`() throws {
        try house.uninstall("broker")

        let error = #expect(throws: Status.self) { try start() }

        #expect(error?.code == .failedPrecondition)
        #expect(HomeLock.holder(of: house.home) == nil)
    }

    @Test
    func `a supervisor that is not there is an error, and so is one that ends at once`() {
        #expect(throws: (any Error).self) {
            try Startup.detached(house.home, environment: [:], program: "/none")
        }
        let error = #expect(throws: Status.self) {
            try Startup.detached(house.home, environment: [:], program: "/bin/false")
        }
        #expect(error?.code == .unavailable)
    }

    @Test(arguments: [
        ["--home"], ["--what", "x"], ["x"], ["--aggregation", "none"], ["--aggregation", "0"],
        ["--report", "-1"],
    ])
    func `a command line that makes no sense is refused`(arguments: [String]) {
        #expect(throws: Status.self) { try DaemonOptions(parsing: arguments) }
    }

    @Test
    func `options are read as they were written`() throws {
        let options = DaemonOptions(home: "/a b", aggregation: 3, report: 3)

        #expect(try DaemonOptions(parsing: options.arguments) == options)
        #expect(try DaemonOptions(parsing: [String]()) == DaemonOptions())
    }

    private var pidOfHolder: Int32? {
        if case .running(let pid) = HomeLock.holder(of: house.home) { pid } else { nil }
    }

    private func start(_ progress: (StartReport) -> Void = { _ in }) throws -> StartReport {
        try Startup.detached(
            house.home, environment: house.environment, program: program, progress: progress)
    }

    private func control<Reply>(
        _ body: (Client) async throws -> Reply
    ) async throws -> Reply {
        let loop = try Loop()
        let client = Client(
            BusConnection(endpoint: try .ipc(house.home.controlSocket), loop: loop))
        return try await body(client)
    }

    /// Stops everything by a call and waits for the supervisor's own end.
    private func stop(_ pid: Int32) async throws {
        let status = try await control { try await $0.call(Control.stop, Control.Target()) }
        #expect(status.workers.allSatisfy { $0.pid == nil })
        try waitForEnd(of: pid)
    }
}
