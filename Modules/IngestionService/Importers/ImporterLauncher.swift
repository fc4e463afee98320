package import Contracts
package import HostFiles
package import Processes
import ZeroMQ

/// Starts importers. The tests run theirs in this process.
package protocol ImporterLauncher: Sendable {
    func start(
        _ plugin: InstalledPlugin, job: ImportJob, descriptor: Int32
    ) async throws -> any RunningImporter
}

/// An importer at work.
package protocol RunningImporter: Sendable {
    /// The restrictions that it runs under; nil when it has no process of its own.
    var containment: ContainmentReport? { get }
    func kill()
    /// Returns when it has ended.
    func ending() async throws -> ChildProcess.Termination
}

/// Starts importers as processes of their own.
struct ProcessLauncher: ImporterLauncher {
    let loop: Loop
    let policy: ImporterPolicy

    func start(
        _ plugin: InstalledPlugin, job: ImportJob, descriptor: Int32
    ) async throws -> any RunningImporter {
        try await ImporterProcess.start(
            plugin, job: job, descriptor: descriptor, policy: policy, loop: loop)
    }
}

extension RunningImporter {
    package var containment: ContainmentReport? { nil }
}
