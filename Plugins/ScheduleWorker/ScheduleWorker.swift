import HostFiles
import RPC
import ScheduleService
import WorkerKit

@main
struct ScheduleWorker: Worker {
    static func makeServices(_ worker: WorkerContext) async throws -> [any Service] {
        [
            ScheduleService(
                client: try worker.clientNearStorage(), zones: ZoneCatalog(),
                now: WallClock.milliseconds)
        ]
    }
}
