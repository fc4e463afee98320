import Memberwise
package import RPC

/// Control of the processes. Served by the supervisor on its own socket, so that calls succeed
/// while the broker is down.
package enum Control {
    package static let service = "dayline.supervisor.Control"

    /// The topic of the state of a process: its `name`, its `state`, and the `reason` if it ended.
    package static let stateTopic = "worker.state"

    package static let status = Method<Empty, StatusResponse>(service, "Status", repeatable: true)
    /// Starts stopped or failed workers, and returns when they are ready.
    package static let start = Method<WorkerRequest, StatusResponse>(
        service, "Start", repeatable: true)
    /// Stops processes after their open calls. Without a worker, stops all processes, and the
    /// supervisor ends after its response.
    package static let stop = Method<WorkerRequest, StatusResponse>(
        service, "Stop", repeatable: true)
    /// Restarts processes, and returns when they are ready.
    package static let restart = Method<WorkerRequest, StatusResponse>(service, "Restart")
    /// Changes the number of processes of a worker, also for later starts.
    package static let scale = Method<ScaleRequest, StatusResponse>(
        service, "Scale", repeatable: true)
    /// Returns the last lines of a worker's log.
    package static let logs = Method<LogsRequest, LogsResponse>(service, "Logs", repeatable: true)

    /// Empties all logs and removes older ones.
    package static let clearLogs = Method<Empty, Empty>(service, "ClearLogs", repeatable: true)

    /// Replaces the database with a backup and keeps the replaced database. FAILED_PRECONDITION if
    /// the file is not a backup or storage does not restore it, DATA_LOSS if it is incomplete.
    package static let restore = Method<RestoreRequest, RestoreResponse>(service, "Restore")

    @Message
    package struct RestoreRequest: Codable, Hashable, WireValue {
        /// Absolute path of the backup on the machine of the home.
        package var path: String
    }

    @Message
    package struct RestoreResponse: Codable, Hashable, WireValue {
        /// The path of the backup.
        package var file: String
        /// The path of the replaced database; nil if storage replaces it at its next start.
        package var kept: String? = nil
        /// The contents of the backup; nil if storage was not available to read it first.
        package var summary: Backups.BackupResponse? = nil
    }

    @Message
    package struct WorkerRequest: Codable, Hashable, WireValue {
        /// The name of a worker or of one of its processes, such as `aggregation-2`; nil: all.
        package var worker: String? = nil
    }

    @Message
    package struct ScaleRequest: Codable, Hashable, WireValue {
        /// The name of a worker that can be scaled, such as `aggregation`.
        package var worker: String
        /// The number of processes, 1 to 32.
        package var count: Int
    }

    @Message
    package struct LogsRequest: Codable, Hashable, WireValue {
        /// The name of a worker, of one of its processes, or `daylined` for the supervisor; nil:
        /// all.
        package var worker: String? = nil
        /// The number of lines, 1 to 10,000.
        package var lines: Int = 100

        package static let linesLimit = 10_000
    }

    @Message
    package struct LogsResponse: Codable, Hashable, WireValue {
        /// The last lines of the logs, oldest first.
        package var lines: [String]
    }

    @Message
    package struct StatusResponse: Codable, Hashable, WireValue {
        /// The processes in the order in which they start.
        package var workers: [Worker]
        /// The workers on other machines, ascending by host and name; empty: none, or the broker does not
        /// answer.
        package var remoteWorkers: [RemoteWorker] = []
        /// The state of the supervisor.
        package var supervisor: Supervisor
        /// The restrictions that importers are started under on this machine.
        package var containment: ContainmentReport
    }

    /// A worker that another machine's supervisor runs for this system.
    @Message
    package struct RemoteWorker: Codable, Hashable, Sendable {
        /// The name of the process on its machine, such as `aggregation-2`.
        package var name: String
        /// The IP address of the machine.
        package var host: String
        /// The process identifier on that machine.
        package var pid: Int32
        /// The state: `ready` or `draining`.
        package var state: State
        /// The number of open calls of the process at the broker.
        package var inFlight: Int
        /// The number of calls that the process has answered since its registration at the broker.
        package var served: Int
        /// The median duration of answered calls in microseconds, with the time on the network; nil: no
        /// answered calls.
        package var p50Micros: Double? = nil
        /// The 99th percentile of that duration in microseconds; nil: no answered calls.
        package var p99Micros: Double? = nil
        /// The reason why the worker can compute wrong values, as a sentence with the remedy; nil: none is
        /// known.
        package var problem: String? = nil
    }

    @Message
    package struct Supervisor: Codable, Hashable, Sendable {
        /// The process identifier.
        package var pid: Int32
        /// The time since the start, in seconds.
        package var uptimeSeconds: Double
        /// The resident memory in bytes; 0: unknown.
        package var residentBytes: Int64
        /// The plugins that were left out, one sentence each; empty: none.
        package var problems: [String]
        /// The reason why the home cannot be written; nil: the home can be written.
        package var readOnly: String? = nil
        /// The limits of the supervisor; nil: unknown.
        package var limits: Limits? = nil
        /// The database server with the data, such as `PostgreSQL at db.example.org/dayline`; nil: the
        /// data is in the home.
        package var database: String? = nil
    }

    /// The limits of a process that the kernel enforces.
    @Message
    package struct Limits: Codable, Hashable, Sendable {
        /// The number of open files; nil: unlimited.
        package var openFiles: Int64? = nil
        /// The private writable memory in bytes; nil: unlimited.
        package var memoryBytes: Int64? = nil
        /// The size of a core dump in bytes, 0: none is written; nil: unlimited.
        package var coreBytes: Int64? = nil
    }

    package enum State: String, CaseIterable, Codable, Sendable {
        /// `stopped` by request, `starting`, `ready` for calls, `draining` open calls, `backoff`
        /// before a restart, `failed` after too many restarts.
        case stopped, starting, ready, draining, backoff, failed
    }

    /// One process. The keys of unknown values are absent.
    @Message
    package struct Worker: Codable, Hashable, Sendable {
        /// The name of the process, such as `aggregation-2`.
        package var name: String
        /// The process identifier; nil: not running.
        package var pid: Int32? = nil
        /// The state: `stopped`, `starting`, `ready`, `draining`, `backoff` or `failed`.
        package var state: State
        /// The number of restarts after the process ended by itself.
        package var restarts: Int
        /// The time since the start of the process, in seconds; nil: not running.
        package var uptimeSeconds: Double? = nil
        /// The resident memory in bytes; nil: unknown.
        package var residentBytes: Int64? = nil
        /// The processor time since the start of the process, in seconds; nil: unknown.
        package var cpuSeconds: Double? = nil
        /// The number of open calls of the process at the broker; 0: none, or the broker does not
        /// answer.
        package var inFlight: Int = 0
        /// The number of calls that wait at the broker for a worker of the same services with free
        /// capacity; 0: none, or the broker does not answer.
        package var queued: Int = 0
        /// The number of calls that the process has answered since its registration at the broker;
        /// 0: none, or the broker does not answer.
        package var served: Int = 0
        /// The median duration of answered calls in microseconds; nil: no answered calls.
        package var p50Micros: Double? = nil
        /// The 99th percentile of the duration of answered calls in microseconds; nil: no answered
        /// calls.
        package var p99Micros: Double? = nil
        /// The reason why the process last ended by itself or failed; nil: neither happened.
        package var reason: String? = nil
        /// The limits of the process; nil: not running.
        package var limits: Limits? = nil
    }
}
