import HostFiles
import NotifierService
import RPC
import WorkerKit

@main
struct Notifier: Worker {
    static func makeServices(_ worker: WorkerContext) async throws -> [any Service] {
        let notifier = try NotifierService(
            home: worker.environment.home, bus: worker.client, logger: worker.environment.logger)
        worker.runInBackground { notifier.start() }
        worker.runInBackground { await notifier.followProfiles() }
        worker.onDrain { notifier.close() }
        return [notifier]
    }
}
