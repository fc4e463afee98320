import Contracts
import HostFiles
import Logging
import RPC
import StorageService
import WorkerKit
import ZeroMQ
import ZeroMQTransport

/// Storage of a home that follows another one.
extension StorageWorker {
    static func makeReplica(_ worker: WorkerContext, _ zone: String) async throws -> [any Service] {
        let home = worker.environment.home
        guard let address = try ReplicationFile.read(home.replication).following?.address else {
            throw Status(.failedPrecondition, "\(home.replication) names no primary.")
        }
        let logger = worker.environment.logger
        let follower = try ReplicaFollower(
            database: home.database, client: try client(of: address, worker),
            now: WallClock.milliseconds, log: { logger.notice("\($0)") })
        if !follower.hasCopy {
            worker.beginPreparation("copying the data of \(address)")
            try await follower.copyFirst(worker.beginPreparation)
        }
        let feed = EventPublisher(publisher: worker.environment.instance)
        let storage = try await ReplicaStorage(
            follower, systemZone: zone, counter: counter(of: home, worker.environment.name),
            onChange: { changes in feed.publish(changes) })
        worker.runInBackground { await feed.run(on: worker.client) }
        worker.runInBackground { await storage.follow() }
        worker.onEnd { storage.close() }
        return [storage]
    }

    /// Reports the promotion of this home to its former primary, until that has answered.
    static func announcePromotion(_ storage: StorageService, _ worker: WorkerContext) throws {
        guard let former = storage.formerPrimary else { return }
        let client = try client(of: former, worker)
        let logger = worker.environment.logger
        worker.runInBackground {
            await storage.reportPromotion(to: client) { logger.notice("\($0)") }
        }
    }

    private static func client(of address: String, _ worker: WorkerContext) throws -> Client {
        let key = try BusKey(file: worker.environment.home.replicaKey)
        let connection = BusConnection(
            endpoint: try .tcp(address, key: key), loop: worker.loop, connectTimeout: .seconds(2))
        worker.onEnd { connection.close() }
        return Client(connection)
    }
}
