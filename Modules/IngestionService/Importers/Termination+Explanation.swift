import Glibc
import Processes

extension ChildProcess.Termination {
    /// The description with the resource limit that caused the ending, if one did.
    var explanation: String {
        switch self {
        case .killed(signal: SIGXCPU): "\(description), its processor time is used up"
        case .killed(signal: SIGXFSZ): "\(description), it wrote too large a file"
        case .exited, .killed: description
        }
    }
}
