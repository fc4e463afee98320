import FoundationEssentials
import HostFiles
import RPC
import StorageService
import WorkerKit

@main
struct StorageWorker: Worker {
    static func makeServices(_ worker: WorkerContext) async throws -> [any Service] {
        let zone = TimeZoneFiles().systemZoneName(environment: ProcessInfo.processInfo.environment)
        let storage = try await StorageService(
            path: worker.environment.home.database, systemZone: zone ?? "UTC")
        worker.atEnd { storage.close() }
        return [storage]
    }
}
