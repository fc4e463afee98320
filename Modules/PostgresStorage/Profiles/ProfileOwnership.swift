import PostgresClient
import RPC
import StorageCore
import Synchronization

/// A profile that this worker owns.
final class OwnedProfile: Sendable {
    let id: Int64
    /// The epoch with which this worker writes.
    let epoch: Int64
    /// Admits one write of the profile at a time: others would wait for its row in the database, and
    /// effects are published in the order of the commits.
    let writes = TaskLimit(1, waitingLimit: 10_000)

    init(id: Int64, epoch: Int64) {
        self.id = id
        self.epoch = epoch
    }
}

/// The profiles that this worker owns, by name. A worker becomes the owner with its first use of a profile.
final class ProfileOwnership: Sendable {
    private let state = Mutex(State())
    /// The identifiers of profiles, also of those that other workers own.
    private let ids = Mutex<[String: Int64]>([:])
    private struct State {
        var owned: [String: OwnedProfile] = [:]
        /// Claims in progress, which all requests for the profile await: another claim would invalidate the
        /// epoch of the first.
        var claims: [String: Task<OwnedProfile, any Error>] = [:]
        /// The profiles that this worker became the owner of, and those that others took over, so far.
        var changes = (gained: 0, lost: 0)
    }

    private let pool: PostgresPool
    private let publisher: CommitPublisher
    /// Distinguishes the imports that this process stages from those of earlier owners.
    private let instance: UInt64
    private let reclaimDelay: Duration
    /// The times at which profiles were lost to other workers, by identifier.
    private let losses = Mutex<[Int64: ContinuousClock.Instant]>([:])

    /// `reclaimDelay` is the time after a loss in which the profile is not claimed again, and `ids` has the
    /// identifiers of profiles that have no name in the database yet.
    init(
        _ pool: PostgresPool, _ publisher: CommitPublisher, instance: UInt64,
        reclaimDelay: Duration, ids: [String: Int64]
    ) {
        self.ids.withLock { known in
            for (name, id) in ids { known[Self.key(of: name)] = id }
        }
        self.pool = pool
        self.publisher = publisher
        self.instance = instance
        self.reclaimDelay = reclaimDelay
    }

    /// The stored form of a name: names that differ in the case of ASCII letters are the same.
    static func key(of name: String) -> String {
        String(decoding: name.utf8.map { (65...90).contains($0) ? $0 | 32 : $0 }, as: UTF8.self)
    }

    /// The identifier of a profile, without becoming its owner.
    /// - Throws: `StorageError.noProfile`.
    func id(of name: String) async throws -> Int64 {
        let key = Self.key(of: name)
        if let known = ids.withLock({ $0[key] }) { return known }
        let id = try await pool.withConnection(within: PostgresStorage.connectLimit) {
            try await Self.find(name, $0)
        }
        ids.withLock { $0[key] = id }
        return id
    }

    private static func find(
        _ name: String, _ connection: PostgresConnection
    ) async throws -> Int64 {
        let rows = try await connection.run(
            [
                PostgresQuery(
                    "SELECT profile_id FROM dayline.profile_name WHERE name_key = $1",
                    .text(key(of: name)))
            ], within: PostgresStorage.statementLimit)
        guard let id = try rows[0].first?.int64(0) else { throw StorageError.noProfile(name) }
        return id
    }

    /// The number of profiles that this worker became the owner of, and of those that others took over.
    var changes: (gained: Int, lost: Int) { state.withLock { $0.changes } }

    /// True if this worker owns the profile, as far as it knows.
    func isOwned(_ name: String) -> Bool {
        state.withLock { $0.owned[Self.key(of: name)] != nil }
    }

    /// The profile with this name, of which this worker becomes the owner.
    /// - Throws: `StorageError.noProfile`; `CancellationError` if the caller has cancelled its request while
    ///   a lost profile is not claimed again.
    func claimedProfile(_ name: String) async throws -> OwnedProfile {
        let key = Self.key(of: name)
        if let known = state.withLock({ $0.owned[key] }) { return known }
        let id = try await pool.withConnection(within: PostgresStorage.connectLimit) {
            try await Self.find(name, $0)
        }
        if let end = losses.withLock({ $0[id] })?.advanced(by: reclaimDelay), end > .now {
            try await Task.sleep(until: end)
        }
        losses.withLock { $0[id] = nil }
        let claim = state.withLock { state in
            if let known = state.owned[key] {
                return Task { known } as Task<OwnedProfile, any Error>
            }
            if let running = state.claims[key] { return running }
            let claim = Task { try await self.claim(id, name) }
            state.claims[key] = claim
            return claim
        }
        return try await claim.value
    }

    /// Becomes the owner of a profile and remembers that.
    private func claim(_ id: Int64, _ name: String) async throws -> OwnedProfile {
        let key = Self.key(of: name)
        let claimed: OwnedProfile?
        do {
            claimed = try await pool.withConnection(within: PostgresStorage.connectLimit) {
                try await incrementEpoch(of: id, on: $0)
            }
        } catch {
            state.withLock { $0.claims[key] = nil }
            throw error
        }
        state.withLock { state in
            state.claims[key] = nil
            state.owned[key] = claimed
            if claimed != nil { state.changes.gained += 1 }
        }
        guard let claimed else { throw StorageError.noProfile(name) }
        ids.withLock { $0[key] = claimed.id }
        return claimed
    }

    /// Forgets a profile, such as one that another worker owns now.
    func forget(_ name: String) {
        state.withLock { $0.owned[Self.key(of: name)] = nil }
        ids.withLock { $0[Self.key(of: name)] = nil }
    }

    /// The loss of a profile, if its row has the epoch of a later owner than this worker; nil otherwise.
    func loss(of name: String, since stored: ProfileState) -> OwnershipLost? {
        let owned = state.withLock { $0.owned[Self.key(of: name)] }
        guard let owned, owned.id != stored.profile.id || owned.epoch < stored.epoch else {
            return nil
        }
        return OwnershipLost(profile: owned.id, epoch: owned.epoch)
    }

    /// Forgets a profile that another worker owns, and the folds of its days, unless this worker is its owner
    /// again by a later epoch.
    func recordLoss(_ lost: OwnershipLost, _ name: String) async {
        let isFirstReport = state.withLock { state in
            guard state.owned[Self.key(of: name)]?.epoch == lost.epoch else { return false }
            state.owned[Self.key(of: name)] = nil
            state.changes.lost += 1
            losses.withLock { $0[lost.profile] = .now }
            // Recorded before this worker can own the profile again and have new folds of its days.
            publisher.foldQueue.recordRemoved(profile: lost.profile)
            return true
        }
        guard isFirstReport else { return }
        // The name may belong to another profile now, or to none.
        ids.withLock { $0[Self.key(of: name)] = nil }
        await publisher.foldQueue.applyPendingEvents()
    }

    /// Increments the epoch, after which the former owner cannot write. Forgets expired idempotency keys,
    /// deletes the imports and files that former owners left incomplete, and adds the dirty days to the queue of fold tasks.
    /// - Returns: Nil if the profile does not exist any more.
    private func incrementEpoch(
        of id: Int64, on connection: PostgresConnection
    ) async throws -> OwnedProfile? {
        let expired = publisher.now() - ChangeLog.keyLifeMs
        let claim = [
            PostgresQuery("BEGIN"), .setProfile(id),
            PostgresQuery(
                """
                UPDATE dayline.profile SET owner_epoch = owner_epoch + 1 WHERE profile_id = $1
                RETURNING owner_epoch
                """, .int64(id)),
            PostgresQuery(
                """
                UPDATE dayline.change SET idempotency_key = NULL, request_hash = NULL,
                    reply = NULL, caller_reply = NULL
                WHERE profile_id = $1 AND idempotency_key IS NOT NULL AND at < $2
                """, .int64(id), .int64(expired)),
            DirtyRows.all(id),
        ]
        let results = try await connection.run(
            claim + ImportRows.abort(notBy: instance, id)
                + OriginalRows.abort(notBy: instance, id) + [PostgresQuery("COMMIT")],
            within: PostgresStorage.statementLimit)
        guard let row = results[2].first else { return nil }
        publisher.foldQueue.recordMarked(
            try DirtyRows.all(results[claim.count - 1], of: id))
        await publisher.foldQueue.applyPendingEvents()
        return OwnedProfile(id: id, epoch: try row.int64(0))
    }
}

extension PostgresQuery {
    /// Limits the transaction to the rows of a profile.
    static func setProfile(_ id: Int64) -> PostgresQuery {
        PostgresQuery("SELECT set_config('dayline.profile', $1, true)", .text(String(id)))
    }
}
