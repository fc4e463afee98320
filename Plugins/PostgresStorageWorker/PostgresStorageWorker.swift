import Contracts
import FoundationEssentials
import Glibc
import HostFiles
import PostgresClient
import PostgresStorage
import RPC
import WorkerKit

@main
struct PostgresStorageWorker: Worker {
    static let isByProfile = true
    private static let retryPause = Duration.seconds(1)

    static func makeServices(_ worker: WorkerContext) async throws -> [any Service] {
        let variables = ProcessInfo.processInfo.environment
        guard let text = variables[WorkerHandshake.Variable.database.rawValue] else {
            throw Status(
                .failedPrecondition, "The address of the database is not set.",
                hint: "Start everything with: dayline up --database ADDRESS")
        }
        let address = try PostgresAddress(
            parsing: text,
            passwordFile: variables[WorkerHandshake.Variable.databasePasswordFile.rawValue])
        let home = worker.environment.home
        // Nothing advances the counter of a file in the home; callers ask this worker instead.
        unlink(home.commitCounter)
        let feed = EventPublisher(publisher: worker.environment.instance)
        let storage = try await open(address, worker, variables) { changes in
            feed.publish(changes)
        }
        worker.runInBackground { await feed.run(on: worker.client) }
        let abandoned = AbandonedFolds(
            storage, client: worker.client, instance: worker.environment.instance
        ) { [name = worker.environment.name] failure in
            LogLine.writeToStandardError(
                level: "warning", source: name,
                message: "Days without a worker are not folded: \(failure.message)")
        }
        worker.runInBackground { await abandoned.run() }
        worker.onDrain { await storage.stopFolding() }
        worker.onEnd { storage.close() }
        return [storage]
    }

    /// Opens the database, and waits for a server that cannot be reached.
    /// - Throws: If only a person can remove the cause.
    private static func open(
        _ address: PostgresAddress, _ worker: WorkerContext, _ variables: [String: String],
        onChange: @escaping @Sendable ([Changes.Change]) -> Void
    ) async throws -> PostgresStorage {
        let zone = TimeZoneFiles().systemZoneName(environment: variables)
        let pool = PostgresPool(address)
        var reported: String?
        while true {
            do {
                return try await PostgresStorage(
                    pool, systemZone: zone ?? "UTC", photos: worker.environment.home.photos,
                    onChange: onChange)
            } catch let error as PostgresError where error.isRetryable {
                let reason = error.status.message
                if reason != reported { worker.beginPreparation("waiting: \(reason)") }
                reported = reason
                try await Task.sleep(for: retryPause)
            }
        }
    }
}
