import FoundationEssentials
import HostFiles
import IngestionService
import RPC
import WorkerKit

@main
struct IngestionWorker: Worker {
    static func makeServices(_ worker: WorkerContext) async throws -> [any Service] {
        let home = worker.environment.home
        let events = EventPublisher(publisher: worker.environment.instance)
        worker.runInBackground { await events.run(on: worker.client) }
        let variables = ProcessInfo.processInfo.environment
        let ingestion = try await IngestionService.start(
            home: home, storage: try worker.directStorageClient(), bus: worker.client,
            loop: worker.loop, events: events
        ) {
            PluginCatalog(
                home: home, programFolder: ProgramPath.folder, environment: variables
            ).plugins(of: .importer)
        }
        worker.onEnd { await ingestion.close() }
        return [ingestion]
    }
}
