import Contracts
import FoundationEssentials
import HostFiles
import RPC
import StorageService
import WorkerKit

@main
struct StorageWorker: Worker {
    /// Streams of fold tasks, followed changes and waits for folds are open for long.
    static let capacity = 256

    static func makeServices(_ worker: WorkerContext) async throws -> [any Service] {
        let zone = TimeZoneFiles().systemZoneName(environment: ProcessInfo.processInfo.environment)
        if worker.environment.home.isReplica { return try await makeReplica(worker, zone ?? "UTC") }
        let feed = EventPublisher(publisher: worker.environment.instance)
        let home = worker.environment.home
        let failures = FailureRecords(folder: home.failures)
        let readOnlyReason = ProcessInfo.processInfo.environment["DAYLINE_READ_ONLY"]
        let storage = try await StorageService(
            path: home.database, systemZone: zone ?? "UTC",
            counter: counter(of: home, worker.environment.name), readOnlyReason: readOnlyReason,
            onUpgrade: worker.beginPreparation,
            onBackupFailure: { fields in
                failures.store(Backups.failedTopic, fields)
                feed.publish(Backups.failedTopic, fields)
            },
            onChange: { changes in feed.publish(changes) })
        worker.runInBackground { await feed.run(on: worker.client) }
        if readOnlyReason == nil { await startBackups(storage, worker.environment.name) }
        worker.onDrain {
            await storage.stopBackups()
            await storage.stopFolding()
        }
        worker.onEnd { storage.close() }
        try announcePromotion(storage, worker)
        return [storage]
    }

    /// Starts daily backups. Storage also serves calls without them.
    private static func startBackups(_ storage: StorageService, _ worker: String) async {
        do {
            try await storage.startBackups()
        } catch {
            LogLine.writeToStandardError(
                level: "error", source: worker,
                message: "Daily backups are not written: \(Status(describing: error))")
        }
    }

    /// The commit counter; nil if its file cannot be created. Other workers then call storage for each
    /// validation of their caches.
    static func counter(of home: Home, _ worker: String) -> CommitCounter? {
        do {
            return try CommitCounter(path: home.commitCounter)
        } catch {
            LogLine.writeToStandardError(
                level: "warning", source: worker,
                message: "Changes are not counted: \(error.status.message)")
            return nil
        }
    }
}
