import FoundationEssentials
import HostFiles
import RPC
import StorageService
import WorkerKit

@main
struct StorageWorker: Worker {
    static func makeServices(_ worker: WorkerContext) async throws -> [any Service] {
        let zone = TimeZoneFiles().systemZoneName(environment: ProcessInfo.processInfo.environment)
        let feed = ChangeFeed()
        let storage = try await StorageService(
            path: worker.environment.home.database, systemZone: zone ?? "UTC",
            onChange: feed.tell)
        worker.runInBackground { await feed.run(on: worker.client) }
        worker.atEnd { storage.close() }
        return [storage]
    }
}
