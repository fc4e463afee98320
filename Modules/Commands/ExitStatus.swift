package import RPC

/// The exit statuses of commands.
package enum ExitStatus: Int32, Sendable {
    case done = 0
    case failed = 1
    case wrongUsage = 2
    /// Done, with quarantined or damaged input.
    case doneWithDamage = 3
    /// The system is not running, or the deadline was exceeded.
    case unavailable = 4
    /// A conflict or a failed precondition.
    case conflict = 5

    /// The exit statuses with their meanings, for the manual.
    static let meanings: [(status: ExitStatus, meaning: String)] = [
        (.done, "Done."),
        (.failed, "Failed."),
        (.wrongUsage, "The command line or a value of it is invalid."),
        (.doneWithDamage, "Done, with damaged or quarantined input."),
        (.unavailable, "The system is not running, or did not answer in time."),
        (.conflict, "The state of the data does not allow the command."),
    ]

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
