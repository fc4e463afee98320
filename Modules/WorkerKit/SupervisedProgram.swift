import CLinux
import FoundationEssentials
import Glibc
import HostFiles
import RPC

/// A program that is started and stopped by the supervisor.
package protocol SupervisedProgram: SendableMetatype {
    /// Runs the program.
    ///
    /// Returning ends the process normally. A thrown error ends it as failed: the sentence of the error is
    /// logged and shown by the supervisor.
    static func run(_ process: SupervisedProcess) async throws
}

extension SupervisedProgram {
    /// Runs the program. The main thread only handles the supervisor's commands, so that they are handled
    /// even if other threads hang. The main actor is not available.
    package static func main() {
        ProcessProtection.apply()
        // Signals have to be blocked before a second thread exists.
        let signals = dayline_signals_open()
        // On failure the process can serve fewer connections.
        _ = dayline_descriptors_raise()
        dayline_workers_refuse_descendants(getppid())
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
