import Contracts
import FoundationEssentials
import HostFiles
import RPC
import StorageService
import WorkerKit
import ZeroMQ
import ZeroMQTransport

@main
struct StorageWorker: Worker {
    /// Calls at the socket of its own: each worker there has sixteen, and streams that stay.
    private static let directCapacity = 256

    static func makeServices(_ worker: WorkerContext) async throws -> [any Service] {
        let zone = TimeZoneFiles().systemZoneName(environment: ProcessInfo.processInfo.environment)
        let feed = EventPublisher(publisher: worker.environment.instance)
        let home = worker.environment.home
        let readOnlyReason = ProcessInfo.processInfo.environment["DAYLINE_READ_ONLY"]
        let storage = try await StorageService(
            path: home.database, systemZone: zone ?? "UTC",
            counter: counter(of: home, worker.environment.name), readOnlyReason: readOnlyReason,
            onUpgrade: worker.beginPreparation,
            onChange: { changes in feed.publish(changes.map { $0.event(includingValues: false) }) })
        worker.runInBackground { await feed.run(on: worker.client) }
        worker.onDrain { await storage.stopFolding() }
        let server = DirectServer(
            endpoint: try .ipc(home.storageSocket), router: Router([storage]),
            capacity: Self.directCapacity, loop: worker.loop)
        try await server.start()
        worker.onEnd {
            await server.stop()
            storage.close()
        }
        return [storage]
    }

    /// The counter of changes; nil where its file cannot be created. The other workers then ask storage
    /// each time instead of looking at the count.
    private static func counter(of home: Home, _ worker: String) -> CommitCounter? {
        do {
            return try CommitCounter(path: home.commitCounter)
        } catch {
            LogLine.writeToStandardError(
                level: "warning", source: worker,
                message: "Changes are not counted: \(error.status.message)")
            return nil
        }
    }
}
