import Glibc
import Processes

extension ChildProcess.Termination {
    /// The description with the cause of the ending, if it is known.
    var explanation: String {
        switch self {
        case .killed(signal: SIGXCPU): "\(description), its processor time is used up"
        case .killed(signal: SIGXFSZ): "\(description), it wrote too large a file"
        // An importer that aborts within its namespace ends with this signal, too.
        case .killed(signal: SIGKILL):
            "\(description): it aborted itself, or the system ended it, as without free memory"
        case .exited, .killed: description
        }
    }
}
