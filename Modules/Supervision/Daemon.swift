import CLinux
import Contracts
import FoundationEssentials
import Glibc
import HostFiles
import RPC
import ZeroMQ
import ZeroMQTransport

/// The supervisor as a program, from its command line to its end.
package struct Daemon: Sendable {
    static let logName = "daylined"
    /// For an earlier supervisor that is about to end: as long as that may take.
    private static let lockPatience = Duration.seconds(60)
    /// For the answer to whoever asked to stop.
    private static let flushLimit = Duration.seconds(1)

    private let options: DaemonOptions
    private let environment: [String: String]

    /// Runs the program. The main thread does nothing but wait for signals.
    package static func main() -> Never {
        // Before there is a second thread.
        let signals = dayline_signals_open()
        let daemon: Daemon
        do {
            daemon = Daemon(
                options: try DaemonOptions(parsing: CommandLine.arguments.dropFirst()),
                environment: ProcessInfo.processInfo.environment)
        } catch {
            say(error.description)
            exit(2)
        }
        let stop = StopRequest()
        Task.detached {
            exit(await daemon.run(until: stop))
        }
        var entry = pollfd(fd: signals, events: Int16(POLLIN), revents: 0)
        while true {
            poll(&entry, 1, -1)
            let signal = dayline_signals_next(signals)
            // Asked twice, it ends at once, and the system ends what it started with it.
            if signal != 0, !stop.make() { _exit(128 + signal) }
        }
    }

    /// - Returns: The exit status.
    private func run(until stop: StopRequest) async -> Int32 {
        let reporter = Reporter(descriptor: options.report)
        do {
            let home = try Home.located(explicit: options.home, environment: environment)
            try home.prepare()
            let lock = try HomeLock(home, patience: Self.lockPatience)
            try await serve(home, lock, until: stop, reporter)
            return 0
        } catch HomeLockError.held(let pid) {
            reporter.report(.alreadyRunning(pid: pid ?? 0))
            return 0
        } catch {
            reporter.report(.failed(Status(describing: error)))
            return 1
        }
    }

    private func serve(
        _ home: Home, _ lock: HomeLock, until stop: StopRequest, _ reporter: Reporter
    ) async throws {
        let (order, problems) = try plan(home)
        let supervisor = try Supervisor(
            home: home, table: ProcessTable(groups: order.groups), environment: environment,
            onChange: { reporter.note($0) })
        reporter.write(to: supervisor.logs)
        for problem in problems { reporter.warn(problem) }
        let control = ControlService(supervisor, problems: problems) { _ = stop.make() }
        let server = DirectServer(
            endpoint: try .ipc(home.controlSocket), router: Router([control]),
            loop: supervisor.loop)
        try await server.start()

        await supervisor.tell(.start(group: nil))
        let starting = Task {
            await supervisor.wait(until: \.isSettled)
            await reportStart(of: supervisor, reporter)
        }
        await stop.made()
        starting.cancel()
        try lock.notePassing(home)
        await supervisor.tell(.stop(group: nil))
        await supervisor.wait(until: \.isStopped)
        await server.stop()
        await supervisor.close()
        await supervisor.loop.flush(within: Self.flushLimit)
        unlink(try home.controlSocket)
        unlink(try home.busSocket)
        // The next supervisor may come from here on.
        withExtendedLifetime(lock) {}
    }

    /// What is to be started, and what had to be left out.
    private func plan(_ home: Home) throws -> (StartOrder, problems: [String]) {
        var settings = try SupervisorSettings.read(home)
        if let aggregation = options.aggregation, settings.counts["aggregation"] != aggregation {
            settings.counts["aggregation"] = aggregation
            try settings.write(to: home)
        }
        let catalog = PluginCatalog(
            home: home, programFolder: ProgramPath.folder, environment: environment)
        let order = StartOrder(catalog.plugins, counts: settings.counts)
        let problems = (catalog.problems + order.problems).map(\.status.message)
        guard order.groups.contains(where: { $0.plugin.manifest.kind == .broker }) else {
            throw Status(
                .failedPrecondition,
                "No broker is installed. " + problems.joined(separator: " "),
                hint: "Build everything with: swift build -c release")
        }
        return (order, problems)
    }

    private func reportStart(of supervisor: Supervisor, _ reporter: Reporter) async {
        let failures = await supervisor.failures
        if let failure = failures.first {
            let others = failures.count > 1 ? " (and \(failures.count - 1) more)" : ""
            reporter.report(
                .failed(
                    Status(
                        .unavailable,
                        "\(failure.slot) did not start\(others): \(failure.reason)",
                        hint: "See \(LogCollector.path(of: failure.slot, in: supervisor.home))")))
        } else if await supervisor.isReady {
            reporter.report(
                .ready(pid: getpid(), workers: await supervisor.snapshot().map(\.name)))
        }
    }

    static func say(_ message: String) {
        LogLine.writeToStandardError(level: "error", source: logName, message: message)
    }
}
