import FoundationEssentials
import Gateway
import HostFiles
import RPC
import WorkerKit

@main
struct WebGateway: Worker {
    static func makeServices(_ worker: WorkerContext) async throws -> [any Service] {
        let home = worker.environment.home
        let variables = ProcessInfo.processInfo.environment
        let catalog = PluginCatalog(
            home: home, programFolder: ProgramPath.folder, environment: variables)
        let own = catalog.plugins.first { $0.manifest.executable == "WebGateway" }
        let folder = own.map { Files.folder(of: $0.file) } ?? ProgramPath.folder
        let gateway = try Gateway(
            home: home, assetFolder: "\(folder)/Assets", bus: worker.client,
            changes: worker.environment.commitCounter, environment: variables,
            logger: worker.environment.logger)
        worker.runInBackground { try await gateway.run() }
        return [gateway]
    }
}
