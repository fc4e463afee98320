package import Contracts
package import HostFiles
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
}

/// Starts importers as processes.
struct ProcessLauncher: ImporterLauncher {
    let loop: Loop
    let policy: ImporterPolicy
    /// Folder of the scratch files of importers.
    let scratchFolder: String

    func start(
        _ plugin: InstalledPlugin, job: ImportJob, descriptor: Int32
    ) async throws -> any RunningImporter {
        try await ImporterProcess.start(
            plugin, job: job, descriptor: descriptor, policy: policy,
            scratchFolder: scratchFolder, loop: loop)
    }
}

extension RunningImporter {
    package var containment: ContainmentReport? { nil }
}
