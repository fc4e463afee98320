import HostFiles
import RPC
import TrackerService
import WorkerKit

@main
struct TrackerWorker: Worker {
    static func makeServices(_ worker: WorkerContext) async throws -> [any Service] {
        let service = TrackerService(
            client: worker.storageClient,
            changes: worker.environment.commitCounter, zones: ZoneCatalog(),
            now: WallClock.milliseconds)
        // The changes of these tasks are made by the primary.
        guard !worker.environment.home.isReplica else { return [service] }
        let purge = TrashPurgeTask(service: service, logger: worker.environment.logger)
        worker.runInBackground { await purge.run() }
        let sync = HealthSyncTask(
            service: service, bus: worker.client, logger: worker.environment.logger)
        worker.runInBackground { await sync.run() }
        return [service]
    }
}
