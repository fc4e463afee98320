import Glibc
import HostFiles
import RPC
import ScheduleService
import WorkerKit

@main
struct ScheduleWorker: Worker {
    static func makeServices(_ worker: WorkerContext) async throws -> [any Service] {
        [
            ScheduleService(client: worker.client, zones: ZoneCatalog()) {
                var time = timespec()
                clock_gettime(CLOCK_REALTIME, &time)
                return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
            }
        ]
    }
}
