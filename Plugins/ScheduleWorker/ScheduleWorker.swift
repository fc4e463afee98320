import HostFiles
import RPC
import ScheduleService
import WorkerKit

@main
struct ScheduleWorker: Worker {
    static func makeServices(_ worker: WorkerContext) async throws -> [any Service] {
        [
            ScheduleService(
                client: worker.client, zones: ZoneCatalog(), now: WallClock.milliseconds)
        ]
    }
}
