package import Contracts
package import HostFiles
import Logging
package import Processes
import ZeroMQ

/// Starts importers. Tests run importers in their own process.
package protocol ImporterLauncher: Sendable {
    func start(
        _ plugin: InstalledPlugin, job: ImportJob, descriptor: Int32
    ) async throws -> any RunningImporter
}

/// A running importer.
package protocol RunningImporter: Sendable {
    /// The restrictions of its process; nil without a process of its own.
    var containment: ContainmentReport? { get }
    func kill()
    /// Waits until the importer has ended.
    func ending() async throws -> ChildProcess.Termination
    /// The newest lines of its output, oldest first; empty without a process of its own.
    func newestLines() async -> [String]
}

/// Starts importers as processes.
struct ProcessLauncher: ImporterLauncher {
    let loop: Loop
    let policy: ImporterPolicy
    /// Folder of the scratch files of importers.
    let scratchFolder: String
    /// Has the output of importers at the level debug.
    let logger: Logger

    func start(
        _ plugin: InstalledPlugin, job: ImportJob, descriptor: Int32
    ) async throws -> any RunningImporter {
        try await ImporterProcess.start(
            plugin, job: job, descriptor: descriptor, policy: policy,
            scratchFolder: scratchFolder, loop: loop, logger: logger)
    }
}

extension RunningImporter {
    package var containment: ContainmentReport? { nil }

    package func newestLines() async -> [String] { [] }
}
