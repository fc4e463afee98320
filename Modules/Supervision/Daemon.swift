import CLinux
import Contracts
import FoundationEssentials
import Glibc
import HostFiles
import RPC
import ZeroMQ
import ZeroMQTransport

/// The supervisor's program: command line, signals, start and stop.
package struct Daemon: Sendable {
    static let logName = "daylined"
    /// Maximum wait for an earlier supervisor that is stopping.
    private static let lockTimeout = Duration.seconds(60)
    /// Maximum time for sending the response to the stop request.
    private static let flushLimit = Duration.seconds(1)

    private let options: DaemonOptions
    private let environment: [String: String]
    /// Nil if no service manager started the program.
    private let serviceManager: ServiceManager?

    /// Runs the program. The main thread only waits for signals.
    package static func main() -> Never {
        if CommandLine.arguments.dropFirst().contains(where: { ["--help", "-h"].contains($0) }) {
            print(DaemonOptions.help)
            exit(0)
        }
        ProcessProtection.apply()
        ProcessProtection.limitMemory()
        let daemon: Daemon
        do {
            daemon = Daemon(
                options: try DaemonOptions(parsing: CommandLine.arguments.dropFirst()),
                environment: inheritedEnvironment(),
                serviceManager: ServiceManager(ProcessInfo.processInfo.environment))
        } catch {
            logError(error.description)
            exit(2)
        }
        detachFromCaller(report: daemon.options.report)
        // Before a second thread starts: threads inherit the signal mask.
        let signals = dayline_signals_open()
        // If this fails, the supervisor serves fewer connections.
        _ = dayline_descriptors_raise()
        dayline_workers_refuse_descendants(getpid())
        let stop = StopSignal()
        Task.detached {
            exit(await daemon.run(until: stop))
        }
        var entry = pollfd(fd: signals, events: Int16(POLLIN), revents: 0)
        while true {
            poll(&entry, 1, -1)
            let signal = dayline_signals_next(signals)
            // A second signal ends the supervisor at once, and the kernel kills its processes.
            if signal != 0, !stop.request() { _exit(128 + signal) }
        }
    }

    /// Closes inherited descriptors except the three standard streams and `report`. Standard output
    /// stays open until the start is reported, so that a pipe behind `dayline up` receives the
    /// report.
    private static func detachFromCaller(report: Int32?) {
        _ = dayline_descriptors_close((report ?? STDERR_FILENO) + 1)
        _ = dayline_descriptor_discard(STDIN_FILENO)
    }

    /// The environment of the processes, with an absolute plugin folder: their working folder is
    /// another one.
    private static func inheritedEnvironment() -> [String: String] {
        var environment = ProcessInfo.processInfo.environment
        environment[.readOnly] = nil
        for variable in ServiceManager.variables { environment[variable] = nil }
        if let plugins = environment["DAYLINE_PLUGINS"], !plugins.isEmpty {
            environment["DAYLINE_PLUGINS"] = Files.canonicalPath(plugins) ?? plugins
        }
        return environment
    }

    /// - Returns: The exit status.
    private func run(until stop: StopSignal) async -> Int32 {
        let reporter = Reporter(
            descriptor: options.report, serviceManager: serviceManager, format: logFormat)
        do {
            let joined = try JoinedSystem(options)
            let home = try Home.located(
                explicit: joined?.home(options, environment) ?? options.home,
                environment: environment
            ).prepared()
            // A working folder of the caller could not be unmounted.
            chdir(home.folder)
            let lock = try HomeLock(home, timeout: Self.lockTimeout)
            try await serve(home, joined, lock, until: stop, reporter)
            return 0
        } catch HomeLockError.alreadyLocked(let pid) {
            reporter.report(.alreadyRunning(pid: pid ?? 0))
            return 0
        } catch {
            reporter.report(.failed(Status(describing: error)))
            return 1
        }
    }

    private var logFormat: LogFormat {
        options.logFormat ?? environment[.logFormat].flatMap(LogFormat.init(rawValue:)) ?? .text
    }

    private func serve(
        _ home: Home, _ joined: JoinedSystem?, _ lock: HomeLock, until stop: StopSignal,
        _ reporter: Reporter
    ) async throws {
        let settings = try savedSettings(home)
        let (groups, absences, problems) = try startOrder(home, settings, joined)
        let database = joined == nil ? settings.database : nil
        var environment = environment
        environment[.database] = database?.address
        environment[.databasePasswordFile] = database?.passwordFile
        environment[.readOnly] = home.readOnlyReason
        environment[.logFormat] = logFormat.rawValue
        let supervisor = try Supervisor(
            home: home, table: ProcessTable(groups: groups, absences: absences),
            environment: environment,
            joined: joined.map { ($0.endpoint, $0.keyFile) },
            onChange: { reporter.reportChange($0) })
        reporter.attach(supervisor.logs)
        if let reason = home.readOnlyReason { reporter.warn("Starting read-only: \(reason)") }
        for problem in problems { reporter.warn(problem) }
        let control = ControlService(
            supervisor, problems: problems, database: database
        ) { _ = stop.request() }
        let server = DirectServer(
            endpoint: try .ipc(home.controlSocket),
            router: Router([control], notes: MethodNote.all),
            loop: supervisor.loop)
        try await server.start()

        await supervisor.handle(.start(group: nil))
        let starting = Task {
            await supervisor.waitForStart()
            await reportStart(of: supervisor, reporter)
            serviceManager?.notifyReady()
        }
        let watchdog = serviceManager?.startWatchdog(on: supervisor.loop)
        await stop.wait()
        starting.cancel()
        serviceManager?.notifyStopping()
        try lock.markEnding(home)
        await supervisor.handle(.stop(group: nil))
        await supervisor.wait(until: \.isStopped)
        watchdog?.cancel()
        await server.stop()
        await supervisor.close()
        await supervisor.loop.flush(within: Self.flushLimit)
        unlink(try home.controlSocket)
        unlink(try home.busSocket)
        // From here on another supervisor may start.
        withExtendedLifetime(lock) {}
    }

    /// The settings with those that the options change.
    private func savedSettings(_ home: Home) throws -> SupervisorSettings {
        let present = try SupervisorSettings.read(home)
        var settings = present
        if let aggregation = options.aggregation { settings.counts["aggregation"] = aggregation }
        if options.database != nil { settings.database = try options.server }
        if settings != present, !home.isReadOnly { try settings.write(to: home) }
        return settings
    }

    /// The groups in their start order, the reasons why services of others are not served, and messages
    /// about plugins that were left out.
    private func startOrder(
        _ home: Home, _ settings: SupervisorSettings, _ joined: JoinedSystem?
    ) throws -> (groups: [WorkerGroup], absences: [String: String], problems: [String]) {
        let catalog = PluginCatalog(
            home: home, programFolder: ProgramPath.folder, environment: environment)
        let engine = settings.database == nil ? DatabaseKind.sqlite : .postgresql
        let order = StartOrder(
            catalog.plugins, engine: engine, counts: settings.counts, isReplica: home.isReplica)
        let problems = (catalog.problems + order.problems).map(\.status.message)
        if let joined { return (try joined.groups(order.groups), [:], []) }
        guard order.groups.contains(where: { $0.plugin.manifest.kind == .broker }) else {
            throw Status(
                .failedPrecondition,
                "No broker is installed. " + problems.joined(separator: " "),
                hint: "Build everything with: swift build -c release")
        }
        return (order.groups, order.absences, problems)
    }

    private func reportStart(of supervisor: Supervisor, _ reporter: Reporter) async {
        let foreign = await supervisor.foreignGroups
        let snapshot = await supervisor.snapshot()
        let failures = await supervisor.failures.filter { failure in
            !snapshot.contains { $0.name == failure.slot && foreign.contains($0.group) }
        }
        if let failure = failures.first {
            let others = failures.count > 1 ? " (and \(failures.count - 1) more)" : ""
            reporter.report(
                .failed(
                    Status(
                        .unavailable,
                        "\(failure.slot) did not start\(others): \(failure.reason)",
                        hint: "See \(LogCollector.path(of: failure.slot, in: supervisor.home))")))
        } else if snapshot.allSatisfy({ $0.state == .ready || foreign.contains($0.group) }) {
            let ready = snapshot.filter { $0.state == .ready }
            for late in snapshot where late.state != .ready {
                reporter.warn("\(late.name) is not ready: \(late.reason ?? late.state.rawValue)")
            }
            reporter.report(.ready(pid: getpid(), workers: ready.map(\.name)))
        }
    }

    static func logError(_ message: String) {
        LogLine.writeToStandardError(level: "error", source: logName, message: message)
    }
}
