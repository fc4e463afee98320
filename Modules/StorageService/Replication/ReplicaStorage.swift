package import Contracts
import GRDB
package import HostFiles
package import RPC
import StorageCore
import Synchronization

/// The services of storage on a replica: those of a read-only database, which is opened again after each
/// change of its file, so that nothing read before is taken for current.
package final class ReplicaStorage: Service {
    private let gate = ReplicaGate()
    private let service: Mutex<StorageService>
    private let counter: CommitCounter?
    private let onChange: @Sendable ([Changes.Change]) -> Void
    private let openDatabase: @Sendable () async throws -> StorageService
    private let follower: ReplicaFollower

    /// The time in which calls end by themselves before the file is changed.
    private static let closeLimit = Duration.milliseconds(500)
    private static let changeLimit = 1000

    /// Opens the database, whose first copy is complete.
    ///
    /// - Parameters:
    ///   - follower: Follows the primary.
    ///   - systemZone: IANA name of the zone of the system.
    ///   - counter: Advanced after each change of the data.
    ///   - onChange: Called with the changes of the change log that were received. Must not block.
    /// - Throws: `DatabaseFault` if the database cannot be opened.
    package init(
        _ follower: ReplicaFollower, systemZone: String, counter: CommitCounter? = nil,
        onChange: @escaping @Sendable ([Changes.Change]) -> Void = { _ in }
    ) async throws {
        let (path, primary) = (follower.database, follower.address)
        openDatabase = {
            try await StorageService(path: path, systemZone: systemZone, primary: primary)
        }
        try PageRedo.apply(to: path)
        let opened = try await openDatabase()
        service = Mutex(opened)
        self.counter = counter
        self.onChange = onChange
        self.follower = follower
        gate.open(Router([opened]))
        counter?.advance()
    }

    package func register(on router: inout Router) {
        router.forward(Router([service.withLock { $0 }])) { [gate] call in
            try await gate.run(call)
        }
        router.handle(Replication.state) { [follower] _, _ in follower.state }
        let refusal = Status(
            .failedPrecondition,
            "This home is itself a replica of \(follower.address).",
            hint: "Follow that one with: dayline follow \(follower.address) --key FILE")
        router.handle(Replication.begin) { _, _ in throw refusal }
        router.handle(Replication.hashes) { _, _, _ in throw refusal }
        router.handle(Replication.blocks) { _, _, _ in throw refusal }
        router.handle(Replication.changes) { _, _, _ in throw refusal }
        router.handle(Replication.photoNames) { _, _ in throw refusal }
        router.handle(Replication.photo) { _, _, _ in throw refusal }
        router.handle(Replication.supersede) { _, _ in throw refusal }
    }

    /// Follows the primary until the task is cancelled.
    package func follow() async {
        await follower.run(self)
    }

    /// Changes the file of the database while no call reads it.
    /// - Parameters:
    ///   - isForced: True to end calls that still run.
    ///   - change: Changes the file.
    /// - Returns: False if calls still run; nothing is changed then.
    /// - Throws: The error of the change, or `DatabaseFault` if the database cannot be opened again.
    func exchange(
        isForced: Bool, _ change: @escaping @Sendable () throws -> Void
    ) async throws -> Bool {
        let present = service.withLock { $0 }
        await present.stopFolding()
        if !(await gate.close(within: Self.closeLimit)) {
            guard isForced else {
                gate.open(Router([present]))
                return false
            }
            gate.cancelCalls()
            guard await gate.close(within: Self.closeLimit * 10) else {
                gate.open(Router([present]))
                return false
            }
        }
        let last = try await newestChange(present)
        present.close()
        do {
            try await StorageService.runOnThread(change)
        } catch {
            try await reopen()
            throw error
        }
        try await reopen()
        counter?.advance()
        await publishChanges(after: last)
        return true
    }

    package func close() {
        service.withLock { $0 }.close()
    }

    private func reopen() async throws {
        do {
            let opened = try await openDatabase()
            service.withLock { $0 = opened }
            gate.open(Router([opened]))
        } catch {
            gate.fail(Status(describing: error))
            throw error
        }
    }

    private func newestChange(_ service: StorageService) async throws -> Int64 {
        try await service.file.read { db in try ChangeLog.latest(db) }
    }

    /// Publishes what was received as events, which are hints.
    private func publishChanges(after number: Int64) async {
        let present = service.withLock { $0 }
        let changes = try? await present.file.read { db in
            try ChangeLog.since(number, profile: nil, limit: Self.changeLimit, db)
        }
        if let changes, !changes.isEmpty { onChange(changes) }
    }
}
