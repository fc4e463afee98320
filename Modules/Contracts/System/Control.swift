import Memberwise
package import RPC

/// Looking after the processes. Served by the supervisor on a socket of its own, so that it answers
/// when the broker does not.
package enum Control {
    package static let service = "dayline.supervisor.Control"

    /// The topic of what becomes of a process: its `name`, its `state`, and the `reason` if it ended.
    package static let stateTopic = "worker.state"

    package static let status = Method<Empty, StatusResponse>(service, "Status", repeatable: true)
    /// Starts what was stopped or had failed; answers when it is ready.
    package static let start = Method<WorkerRequest, StatusResponse>(
        service, "Start", repeatable: true)
    /// Lets processes finish what they have begun, and end. Without a worker, everything is stopped
    /// and the supervisor ends after its answer.
    package static let stop = Method<WorkerRequest, StatusResponse>(
        service, "Stop", repeatable: true)
    /// Answers when the processes that came back are ready.
    package static let restart = Method<WorkerRequest, StatusResponse>(service, "Restart")
    /// Changes how many processes of a worker run, now and after the next start.
    package static let scale = Method<ScaleRequest, StatusResponse>(
        service, "Scale", repeatable: true)
    /// The last lines that a worker wrote.
    package static let logs = Method<LogsRequest, LogsResponse>(service, "Logs", repeatable: true)

    @Message
    package struct WorkerRequest: Codable, Hashable, WireValue {
        /// A worker's name or that of one of its processes, such as `aggregation-2`; nil: all.
        package var worker: String? = nil
    }

    @Message
    package struct ScaleRequest: Codable, Hashable, WireValue {
        package var worker: String
        package var count: Int
    }

    @Message
    package struct LogsRequest: Codable, Hashable, WireValue {
        /// A process, or `daylined` for the supervisor's own; nil: all of them.
        package var worker: String? = nil
        package var lines: Int = 100

        package static let linesLimit = 10_000
    }

    @Message
    package struct LogsResponse: Codable, Hashable, WireValue {
        /// The oldest first.
        package var lines: [String]
    }

    @Message
    package struct StatusResponse: Codable, Hashable, WireValue {
        /// In the order in which they start.
        package var workers: [Worker]
        package var supervisor: Supervisor
        /// The restrictions that importers are started under on this machine.
        package var containment: ContainmentReport
    }

    @Message
    package struct Supervisor: Codable, Hashable, Sendable {
        package var pid: Int32
        package var uptimeSeconds: Double
        package var residentBytes: Int64
        /// Plugins that were left out, and why.
        package var problems: [String]
        /// Why nothing can be written to the home; nil when it can.
        package var readOnly: String? = nil
    }

    package enum State: String, CaseIterable, Codable, Sendable {
        case stopped, starting, ready, draining, backoff, failed
    }

    /// One process. The keys of unknown values are absent.
    @Message
    package struct Worker: Codable, Hashable, Sendable {
        package var name: String
        /// Nil when none runs.
        package var pid: Int32? = nil
        package var state: State
        /// Times it was started again because it had ended by itself.
        package var restarts: Int
        /// Of the process that runs; nil when none does.
        package var uptimeSeconds: Double? = nil
        package var residentBytes: Int64? = nil
        package var inFlight: Int = 0
        package var served: Int = 0
        /// Median of answered calls in microseconds; nil without answered calls.
        package var p50Micros: Double? = nil
        package var p99Micros: Double? = nil
        /// Why it last ended by itself or was given up.
        package var reason: String? = nil
    }
}
