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
        let storage = worker.storageClient
        let photos = PhotoService(home: home, storage: storage, loop: worker.loop)
        let acceptsChanges = !home.isReadOnly && !home.isReplica
        if acceptsChanges {
            let unused = UnusedPhotoTask(storage: storage, logger: worker.environment.logger)
            worker.runInBackground { await unused.run() }
        }
        let ingestion = try await IngestionService.start(
            home: home, storage: storage, bus: worker.client,
            loop: worker.loop, events: events, logger: worker.environment.logger
        ) {
            PluginCatalog(
                home: home, programFolder: ProgramPath.folder, environment: variables
            ).plugins(of: .importer)
        }
        worker.onEnd { await ingestion.close() }
        if acceptsChanges {
            let inboxes = InboxTask(
                home: home.folder, storage: storage, bus: worker.client,
                changes: worker.environment.commitCounter, logger: worker.environment.logger)
            worker.runInBackground { await inboxes.run() }
        }
        return [ingestion, photos]
    }
}
