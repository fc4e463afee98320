import HostFiles
import RPC
import TrackerService
import WorkerKit

@main
struct TrackerWorker: Worker {
    static func makeServices(_ worker: WorkerContext) async throws -> [any Service] {
        [
            TrackerService(
                client: try worker.directStorageClient(), zones: ZoneCatalog(),
                now: WallClock.milliseconds)
        ]
    }
}
