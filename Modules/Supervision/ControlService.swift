import Contracts
import Glibc
package import HostFiles
import Processes
package import RPC

/// The control methods of the supervisor.
package struct ControlService: Service {
    private let supervisor: Supervisor
    private let problems: [String]
    private let database: DatabaseServer?
    private let shutDown: @Sendable () -> Void

    /// Read once, as by workers: a newer release is used after the next start.
    private static let zones = TimeZoneFiles().version()
    /// Time after the start until the zones are read. Before, the processes that start need the processor.
    private static let zonesDelay = Duration.seconds(10)

    /// - Parameters:
    ///   - supervisor: The supervisor that is controlled.
    ///   - problems: Messages about plugins that were left out.
    ///   - database: The database server with the data; nil: the data is in the home.
    ///   - shutDown: Called when the whole system is to stop.
    package init(
        _ supervisor: Supervisor, problems: [String], database: DatabaseServer? = nil,
        shutDown: @escaping @Sendable () -> Void
    ) {
        self.supervisor = supervisor
        self.problems = problems
        self.database = database
        self.shutDown = shutDown
        // Read soon after the start, as by workers, and not at the first status of a remote worker.
        Task.detached {
            try? await Task.sleep(for: Self.zonesDelay)
            _ = Self.zones
        }
    }

    package func register(on router: inout Router) {
        router.handle(Control.status) { _, _ in await status() }
        router.handle(Control.start) { target, _ in try await start(target.worker) }
        router.handle(Control.stop) { target, _ in try await stop(target.worker) }
        router.handle(Control.restart) { target, _ in try await restart(target.worker) }
        router.handle(Control.scale) { request, _ in try await scale(request) }
        router.handle(Control.restore) { request, _ in try await restore(request.path) }
        router.handle(Control.clearLogs) { _, _ in
            try await supervisor.logs.clear()
            return Empty()
        }
        router.handle(Control.logs) { request, _ in try await logs(request) }
    }

    private func start(_ worker: String?) async throws -> Control.StatusResponse {
        try await check(worker)
        await supervisor.handle(.start(group: worker))
        return await waitUntilSettled()
    }

    private func stop(_ worker: String?) async throws -> Control.StatusResponse {
        try await check(worker)
        if worker == nil { shutDown() }
        await supervisor.handle(.stop(group: worker))
        await supervisor.wait { table in
            table.slots.allSatisfy { !$0.isInGroup(worker) || $0.phase.state == .stopped }
        }
        return await status()
    }

    private func restart(_ worker: String?) async throws -> Control.StatusResponse {
        try await check(worker)
        await supervisor.handle(.restart(group: worker))
        return await waitUntilSettled()
    }

    /// Replaces the database: storage does so when it starts again.
    private func restore(_ path: String) async throws -> Control.RestoreResponse {
        try PendingRestore.requireReplaceable(supervisor.home, database)
        let restore = PendingRestore(of: path, in: supervisor.home)
        try restore.checkSignature()
        let summary = try await supervisor.examined(backup: path)
        // Copying a large file would block a thread of the pool.
        try await Task.detached { try restore.prepare(isExamined: summary != nil) }.value
        let replaced = ReplacedDatabases(database: supervisor.home.database)
        let before = Set(replaced.paths)
        _ = try await restart(Self.storageWorker)
        guard let database = replaced.paths.first(where: { !before.contains($0) }) else {
            throw Status(
                .failedPrecondition, "Storage did not restore \(path).",
                hint: "Show the reason with: dayline logs \(Self.storageWorker)")
        }
        return Control.RestoreResponse(file: path, kept: database, summary: summary)
    }

    private static let storageWorker = "storage"

    private func scale(_ request: Control.ScaleRequest) async throws -> Control.StatusResponse {
        let groups = await supervisor.groups
        guard let group = groups.first(where: { $0.name == request.worker }) else {
            throw await unknownWorkerStatus(request.worker)
        }
        guard group.plugin.manifest.isScalable else {
            let scalable = groups.filter(\.plugin.manifest.isScalable).map(\.name)
            throw Status(
                .failedPrecondition,
                "\(request.worker) cannot be scaled: it always has one process.",
                hint: scalable.isEmpty
                    ? nil : "Workers that can be scaled: \(scalable.joined(separator: ", "))")
        }
        guard Manifest.countRange.contains(request.count) else {
            throw Status(
                .invalidArgument,
                "\(request.worker) can have \(Manifest.countRange.lowerBound) to "
                    + "\(Manifest.countRange.upperBound) processes, not \(request.count).",
                hint: "For two processes: dayline scale \(request.worker) 2")
        }
        try SupervisorSettings.change(in: supervisor.home) {
            $0.counts[request.worker] = request.count
        }
        await supervisor.handle(.scale(group: request.worker, count: request.count))
        return await waitUntilSettled()
    }

    private func logs(_ request: Control.LogsRequest) async throws -> Control.LogsResponse {
        guard (1...Control.LogsRequest.linesLimit).contains(request.lines) else {
            throw Status(
                .invalidArgument,
                "The number of lines must be 1 to \(Control.LogsRequest.linesLimit), not "
                    + "\(request.lines).")
        }
        if request.worker != Daemon.logName { try await check(request.worker) }
        let names = await logNames(request.worker)
        let lines = names.flatMap { name in
            LogFile.tail(
                of: LogCollector.path(of: name, in: supervisor.home), lines: request.lines)
        }
        // Records start with their time, so sorting merges the logs of several processes.
        return Control.LogsResponse(
            lines: Array((names.count > 1 ? lines.sorted() : lines).suffix(request.lines)))
    }

    /// The names of the logs: of one process, of all processes of a worker, or of everything if
    /// `worker` is nil.
    private func logNames(_ worker: String?) async -> [String] {
        let snapshot = await supervisor.snapshot()
        guard let worker else { return [Daemon.logName] + snapshot.map(\.name) }
        if worker == Daemon.logName || snapshot.contains(where: { $0.name == worker }) {
            return [worker]
        }
        return snapshot.filter { $0.group == worker }.map(\.name)
    }

    /// Waits until every process that should run is ready or has failed, and returns the status.
    private func waitUntilSettled() async -> Control.StatusResponse {
        await supervisor.wait(until: \.isSettled)
        return await status()
    }

    private func status() async -> Control.StatusResponse {
        let list = await supervisor.brokerList()
        let load = list?.workers ?? []
        let queues = Dictionary(
            (list?.services ?? []).map { ($0.name, $0.queued) }, uniquingKeysWith: max)
        let workers = await supervisor.snapshot().map { process in
            let calls = load.first { $0.instance == process.instance }
            return Control.Worker(
                name: process.name, pid: process.pid,
                state: Control.State(rawValue: process.state.rawValue) ?? .failed,
                restarts: process.restarts, uptimeSeconds: process.uptime.map(Self.seconds),
                residentBytes: process.pid.flatMap(ProcessUsage.residentBytes),
                cpuSeconds: process.pid.flatMap(ProcessUsage.cpuSeconds),
                inFlight: calls?.inFlight ?? 0,
                queued: calls?.services.reduce(0) { $0 + (queues[$1] ?? 0) } ?? 0,
                served: calls?.served ?? 0,
                p50Micros: calls?.p50Micros.map(Double.init),
                p99Micros: calls?.p99Micros.map(Double.init), reason: process.reason,
                limits: process.pid.flatMap(ProcessUsage.limits))
        }
        let remoteWorkers = load.compactMap { worker in
            worker.host.map { host in
                Control.RemoteWorker(
                    name: worker.name, host: host, pid: worker.pid,
                    state: worker.state == .ready ? .ready : .draining,
                    inFlight: worker.inFlight, served: worker.served,
                    p50Micros: worker.p50Micros.map(Double.init),
                    p99Micros: worker.p99Micros.map(Double.init),
                    problem: worker.zones?.problem(inHomeWith: Self.zones))
            }
        }
        return Control.StatusResponse(
            workers: workers,
            remoteWorkers: remoteWorkers.sorted { ($0.host, $0.name) < ($1.host, $1.name) },
            supervisor: Control.Supervisor(
                pid: getpid(), uptimeSeconds: Self.seconds(await supervisor.uptime),
                residentBytes: ProcessUsage.residentBytes(of: getpid()) ?? 0,
                problems: problems, readOnly: supervisor.home.readOnlyReason,
                limits: ProcessUsage.limits(of: getpid()), database: database?.text),
            containment: Containment.available)
    }

    /// - Throws: NOT_FOUND if there is no such worker or process.
    private func check(_ worker: String?) async throws {
        guard let worker else { return }
        let snapshot = await supervisor.snapshot()
        guard snapshot.contains(where: { $0.name == worker || $0.group == worker }) else {
            throw await unknownWorkerStatus(worker)
        }
    }

    private func unknownWorkerStatus(_ worker: String) async -> Status {
        let names = await supervisor.groups.map(\.name).joined(separator: ", ")
        return Status(
            .notFound, "There is no worker called \"\(worker)\".", hint: "Workers: \(names)")
    }

    /// Seconds, rounded to milliseconds.
    private static func seconds(_ duration: Duration) -> Double {
        (duration / .milliseconds(1)).rounded() / 1000
    }
}
