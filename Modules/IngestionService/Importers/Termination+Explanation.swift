import Glibc
import Processes

extension ChildProcess.Termination {
    /// The ending with the limit that it was caused by, if there is one.
    var explanation: String {
        switch self {
        case .killed(signal: SIGXCPU): "\(description), its processor time is used up"
        case .killed(signal: SIGXFSZ): "\(description), it wrote too large a file"
        case .exited, .killed: description
        }
    }
}
