import CivilTime
import Contracts
import PostgresClient
import RPC
import StorageCore

/// A transaction that writes one profile. It begins with one round trip, which sets the profile, checks with
/// the epoch that this worker owns it, finds a stored reply, and reads; another one writes and commits.
final class ProfileTransaction {
    let profile: ProfileRow
    /// The number of the newest change before the transaction.
    let latest: Int64
    /// Statements of the last round trip, in their order.
    var writes: [PostgresQuery] = []
    var effects = CommitEffects()
    private let connection: PostgresConnection

    private init(_ row: PostgresRow, _ connection: PostgresConnection) throws {
        profile = ProfileRow(
            id: try row.int64(0), name: try row.text(1), dataVersion: try row.int64(2),
            firstVersion: try row.int64(3))
        latest = try row.int64(4)
        self.connection = connection
    }

    /// The reply that is stored for the request of a call, or the transaction for executing it.
    enum Beginning {
        case repeated(StoredReply)
        case new(ProfileTransaction, [PostgresResult])
    }

    /// Begins a transaction and reads `queries`, all in one round trip.
    /// - Throws: `OwnershipLost` if another worker owns the profile; `ProfileRenamed` if its name has changed;
    ///   `StorageError.keyReused`.
    static func begin(
        _ owned: OwnedProfile, named name: String, _ request: KeyedRequest?,
        reading queries: [PostgresQuery], on connection: PostgresConnection
    ) async throws -> Beginning {
        let fence = PostgresQuery(
            """
            SELECT profile_id, name, data_version, known_from, change_number FROM dayline.profile
            WHERE profile_id = $1 AND owner_epoch = $2 FOR UPDATE
            """, .int64(owned.id), .int64(owned.epoch))
        let start = [PostgresQuery("BEGIN"), .setProfile(owned.id), fence]
        let stored = request.map { [StoredReply.query(owned.id, $0)] } ?? []
        let results = try await connection.run(
            start + stored + queries, within: PostgresStorage.statementLimit)
        guard let row = results[2].first else {
            throw OwnershipLost(profile: owned.id, epoch: owned.epoch)
        }
        let transaction = try ProfileTransaction(row, connection)
        // Another worker may have given the name to another profile.
        guard ProfileOwnership.key(of: transaction.profile.name) == ProfileOwnership.key(of: name)
        else { throw ProfileRenamed() }
        if let request, let known = try StoredReply(results[3], to: request) {
            return .repeated(known)
        }
        return .new(transaction, Array(results.dropFirst(start.count + stored.count)))
    }

    /// Reads in one round trip.
    func read(_ queries: [PostgresQuery]) async throws -> [PostgresResult] {
        try await connection.run(queries, within: PostgresStorage.statementLimit)
    }

    /// Performs the writes so far, which later reads see.
    func flush() async throws {
        let queries = writes
        writes = []
        if !queries.isEmpty { _ = try await read(queries) }
    }

    /// Performs the writes, counts the commit and commits, in one round trip.
    func commit() async throws {
        try await commit(lastChange: latest)
    }

    /// Stores `lastChange` as the number of the newest change, and commits.
    private func commit(lastChange: Int64) async throws {
        let count = PostgresQuery(
            """
            UPDATE dayline.profile SET commit_number = commit_number + 1, change_number = $2
            WHERE profile_id = $1
            """, .int64(profile.id), .int64(lastChange))
        _ = try await read(writes + [count, PostgresQuery("COMMIT")])
    }

    /// Increments the data version of the profile.
    /// - Returns: The new version.
    func incrementVersion() -> Int64 {
        let version = profile.dataVersion + 1
        writes.append(
            PostgresQuery(
                "UPDATE dayline.profile SET data_version = $2 WHERE profile_id = $1",
                .int64(profile.id), .int64(version)))
        return version
    }

    /// Performs the writes, appends the log entries with the reply of a keyed request, and commits, in one
    /// round trip.
    /// - Returns: The changes as they are in the log.
    func commit(_ call: ChangeCall, _ reply: StoredReply?) async throws -> [Changes.Change] {
        effects.completeLog(of: call) { profile }
        let changes = effects.logEntries.enumerated().map { index, entry in
            Changes.Change(
                number: latest + 1 + Int64(index), at: instantText(call.now),
                profile: entry.profile.name, who: entry.who, kind: entry.kind, key: entry.key,
                before: entry.before, after: entry.after)
        }
        // The log of a removed profile is removed with it.
        if !changes.isEmpty, effects.removedProfile == nil {
            writes.append(
                ChangeRows.insertion(of: changes, profile.id, at: call.now, call.request, reply))
        }
        try await commit(lastChange: latest + Int64(changes.count))
        return changes
    }
}

/// The error of a transaction whose profile has another name since the transaction began.
struct ProfileRenamed: Error, StatusConvertible {
    var status: Status {
        Status(.unavailable, "The profile was renamed meanwhile.", hint: "Try again.")
    }
}

/// Another worker owns the profile. The request is not executed here, since the caller may have been told
/// that it failed, and the other worker may have executed it.
struct OwnershipLost: Error, StatusConvertible {
    let profile: Int64
    /// The epoch with which this worker wrote the profile.
    let epoch: Int64

    var status: Status {
        Status(
            .unavailable, "Another storage worker has taken over the profile.", hint: "Try again.")
    }
}
