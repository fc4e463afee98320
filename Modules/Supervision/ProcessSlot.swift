/// The place of one process: it stays while processes come and go in it.
package struct ProcessSlot: Hashable, Sendable {
    package let name: String
    package let group: String
    package internal(set) var phase = Phase.stopped
    package internal(set) var desiredState = DesiredState.stop
    /// Times it was started, counted from 1; names the process that runs in it.
    package internal(set) var run = 0
    /// Times it was started again because it had ended by itself.
    package internal(set) var restarts = 0
    var crashes = CrashHistory()

    /// What it should come to. An operator's stop is a goal like any other, never a death.
    package enum DesiredState: Hashable, Sendable {
        case run, stop
        /// To end, and to run again.
        case restart
        /// To end, and not to be listed any more.
        case remove
    }

    package enum Phase: Hashable, Sendable {
        case stopped
        /// For what it depends on.
        case waiting
        case starting(until: Duration)
        case ready(since: Duration)
        case draining(until: Duration)
        case terminating(until: Duration)
        /// Aborted for that reason, and not seen dead yet.
        case aborting(String, until: Duration)
        /// Killed for that reason, and not seen dead yet.
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

    /// Whether there is a process.
    var isAlive: Bool {
        switch self {
        case .starting, .ready, .draining, .terminating, .aborting, .killing: true
        case .stopped, .waiting, .backoff, .failed: false
        }
    }

    /// Why it was given up; nil when it was not.
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

    /// What it was ended for.
    var timeoutReason: String? {
        switch self {
        case .aborting(let reason, _), .killing(let reason): reason
        default: nil
        }
    }
}
