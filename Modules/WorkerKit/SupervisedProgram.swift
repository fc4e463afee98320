import CLinux
import FoundationEssentials
import Glibc
import HostFiles
import RPC

/// A program that the supervisor starts, says when it serves, and ends when it is asked to.
package protocol SupervisedProgram: SendableMetatype {
    /// Runs to the end.
    ///
    /// Returning means that the program has ended as it should, throwing that it could not go on:
    /// the error's sentence is logged, and what the supervisor shows.
    static func run(_ process: SupervisedProcess) async throws
}

extension SupervisedProgram {
    /// The main thread does nothing but listen to the supervisor, so that it does so whatever
    /// becomes of the other threads. The main actor is not served.
    package static func main() {
        // Before there is a second thread.
        let signals = dayline_signals_open()
        // With fewer descriptors it serves fewer connections.
        _ = dayline_descriptors_raise()
        let environment: WorkerEnvironment
        do {
            environment = try WorkerEnvironment(ProcessInfo.processInfo.environment)
        } catch {
            LogLine.writeToStandardError(
                level: "error", source: "worker", message: error.description)
            exit(2)
        }
        let process = SupervisedProcess(environment)
        Task.detached {
            do {
                try await run(process)
                exit(0)
            } catch {
                process.fail(with: error)
            }
        }
        process.handleOrders(signals: signals)
    }
}
