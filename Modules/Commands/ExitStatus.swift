package import RPC

/// How a command ends, for scripts.
package enum ExitStatus: Int32, Sendable {
    case done = 0
    case failed = 1
    case wrongUsage = 2
    /// Done, and something of the input was damaged.
    case doneWithDamage = 3
    /// Not running, or not in time.
    case unavailable = 4
    /// A conflict, or a condition that does not hold.
    case conflict = 5

    /// The exit status for a call that ended with `code`.
    package init(_ code: Status.Code) {
        self =
            switch code {
            case .ok: .done
            case .unavailable, .deadlineExceeded: .unavailable
            case .invalidArgument, .outOfRange: .wrongUsage
            case .failedPrecondition, .aborted, .alreadyExists: .conflict
            default: .failed
            }
    }
}
