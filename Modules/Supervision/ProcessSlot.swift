/// A place in the process table for one supervised process; it outlives single runs of the process.
package struct ProcessSlot: Hashable, Sendable {
    package let name: String
    package let group: String
    package internal(set) var phase = Phase.stopped
    package internal(set) var desiredState = DesiredState.stop
    /// Number of starts; part of the name of the running instance.
    package internal(set) var run = 0
    /// Number of starts after the process ended by itself.
    package internal(set) var restarts = 0
    var crashes = CrashHistory()

    /// The state that the supervisor works towards. A requested stop never counts as a crash.
    package enum DesiredState: Hashable, Sendable {
        case run, stop
        /// Stop, then start again.
        case restart
        /// Stop, then remove the slot.
        case remove
    }

    package enum Phase: Hashable, Sendable {
        case stopped
        /// Waiting until the dependencies are ready.
        case waiting
        case starting(until: Duration)
        case ready(since: Duration)
        case draining(until: Duration)
        case terminating(until: Duration)
        /// Sent SIGABRT for that reason; the end is not observed yet.
        case aborting(String, until: Duration)
        /// Sent SIGKILL for that reason; the end is not observed yet.
        case killing(String)
        case backoff(until: Duration)
        case failed(String)
    }

    package var instance: ProcessTable.Instance {
        ProcessTable.Instance(slot: name, run: run)
    }

    func isInGroup(_ group: String?) -> Bool {
        group == nil || group == self.group || group == name
    }
}

extension ProcessSlot.Phase {
    package var state: ProcessTable.State {
        switch self {
        case .stopped: .stopped
        case .waiting, .starting: .starting
        case .ready: .ready
        case .draining, .terminating, .aborting, .killing: .draining
        case .backoff: .backoff
        case .failed: .failed
        }
    }

    /// True if a process exists.
    var isAlive: Bool {
        switch self {
        case .starting, .ready, .draining, .terminating, .aborting, .killing: true
        case .stopped, .waiting, .backoff, .failed: false
        }
    }

    /// The reason of the failure; nil in other phases.
    var failure: String? {
        if case .failed(let reason) = self { reason } else { nil }
    }

    var isFailed: Bool { failure != nil }

    var deadline: Duration? {
        switch self {
        case .starting(let until), .draining(let until), .terminating(let until),
            .aborting(_, let until), .backoff(let until):
            until
        case .stopped, .waiting, .ready, .killing, .failed: nil
        }
    }

    /// The reason why the process is aborted or killed; nil in other phases.
    var timeoutReason: String? {
        switch self {
        case .aborting(let reason, _), .killing(let reason): reason
        default: nil
        }
    }
}
