import FoundationEssentials
import HostFiles
import IngestionService
import RPC
import WorkerKit

@main
struct IngestionWorker: Worker {
    static func makeServices(_ worker: WorkerContext) async throws -> [any Service] {
        let home = worker.environment.home
        let variables = ProcessInfo.processInfo.environment
        return [
            try await IngestionService.started(
                home: home, storage: worker.client, loop: worker.loop
            ) {
                PluginCatalog(
                    home: home, programFolder: ProgramPath.folder, environment: variables
                ).plugins(of: .importer)
            }
        ]
    }
}
