import Contracts
import PostgresClient
import RPC
import StorageCore

extension PostgresStorage {
    /// Attempts of a transaction that another one, or the end of a connection, interrupts.
    private static let attempts = 5

    /// Executes a change of a profile in two round trips, or in more if `body` reads again.
    ///
    /// - Parameters:
    ///   - name: The name of the profile; nil: that of the caller.
    ///   - call: The caller's part.
    ///   - queries: The queries of the first round trip, for a profile with the identifier.
    ///   - body: Plans the writes with their results.
    /// - Returns: The reply after the commit, or the stored one.
    /// - Throws: UNAVAILABLE if the connection ended during the commit of a request without key, which may
    ///   have been executed.
    func change<Reply: Codable & Sendable>(
        of name: String? = nil, _ call: ChangeCall,
        reading queries: (Int64) throws -> [PostgresQuery] = { _ in [] },
        _ body: (ProfileTransaction, [PostgresResult]) async throws -> Reply
    ) async throws -> Committed<Reply> {
        try await withTransaction(name ?? call.profile, call.request, reading: queries) {
            beginning in
            switch beginning {
            case .repeated(let stored):
                return Committed(reply: try stored.decoded(as: Reply.self), isRepeated: true)
            case .new(let transaction, let results):
                let reply = try await body(transaction, results)
                let stored = try call.request.map { _ in try StoredReply(reply) }
                let changes = try await commit(isRepeatable: call.request != nil) {
                    try await transaction.commit(call, stored)
                }
                publisher.record(transaction.effects, changes)
                return Committed(reply: reply, effects: transaction.effects)
            }
        }
    }

    /// Writes rows of a profile that the change log does not have, such as staged ones; see
    /// ``change(of:_:reading:_:)``.
    func write<Value: Sendable>(
        _ name: String, reading queries: (Int64) throws -> [PostgresQuery] = { _ in [] },
        _ body: (ProfileTransaction, [PostgresResult]) async throws -> Value
    ) async throws -> Value {
        try await withTransaction(name, nil, reading: queries) { beginning in
            guard case .new(let transaction, let results) = beginning else {
                throw ProfileRenamed()
            }
            let value = try await body(transaction, results)
            try await commit(isRepeatable: false) { try await transaction.commit() }
            return value
        }
    }

    /// Reads one snapshot of a profile in one round trip.
    ///
    /// - Parameters:
    ///   - name: The name of the profile.
    ///   - queries: The queries for a profile with the identifier.
    ///   - body: Decodes their results, with the profile and the number of its newest change.
    /// - Returns: The value of `body`.
    /// - Throws: Errors of `body`; `StorageError.noProfile`.
    func read<Value: Sendable>(
        _ name: String, _ queries: (Int64) throws -> [PostgresQuery],
        _ body: (ProfileState, [PostgresResult]) throws -> Value
    ) async throws -> Value {
        try await retrying(name) {
            let id = try await ownership.id(of: name)
            let (state, value) = try await pool.withConnection(within: Self.connectLimit) {
                connection in
                let snapshot = ProfileSnapshot(of: id, try queries(id))
                let (state, results) = try snapshot.decode(
                    try await connection.run(snapshot.statements, within: Self.statementLimit),
                    named: name)
                return (state, try body(state, results))
            }
            if let lost = ownership.loss(of: name, since: state) {
                await ownership.recordLoss(lost, name)
            }
            return value
        }
    }

    /// Reads one snapshot of each profile, several profiles in one round trip.
    ///
    /// - Parameters:
    ///   - pageSize: The profiles of one round trip, whose results are in memory at once.
    ///   - queries: The queries for a profile with the identifier.
    ///   - body: Decodes their results; called in the order of the names.
    /// - Returns: The values of `body`. Profiles that are removed or renamed meanwhile are left out.
    /// - Throws: Errors of `body`; `PostgresError`.
    func readAll<Value: Sendable>(
        pageSize: Int = 100, _ queries: (Int64) -> [PostgresQuery],
        _ body: (ProfileState, [PostgresResult]) throws -> Value
    ) async throws -> [Value] {
        let profiles = try await repeatingInterrupted {
            try await pool.withConnection(within: Self.connectLimit) { connection in
                try await connection.run(
                    [
                        PostgresQuery(
                            "SELECT name_key, profile_id FROM dayline.profile_name ORDER BY name_key"
                        )
                    ], within: Self.statementLimit)[0].rows.map {
                        (name: try $0.text(0), id: try $0.int64(1))
                    }
            }
        }
        var values: [Value] = []
        for start in stride(from: 0, to: profiles.count, by: pageSize) {
            let page = profiles[start..<min(profiles.count, start + pageSize)]
            let snapshots = page.map { ProfileSnapshot(of: $0.id, queries($0.id)) }
            var results = try await repeatingInterrupted {
                try await pool.withConnection(within: Self.connectLimit) {
                    try await $0.run(snapshots.flatMap(\.statements), within: Self.statementLimit)
                }
            }[...]
            for (profile, snapshot) in zip(page, snapshots) {
                let own = Array(results.prefix(snapshot.statements.count))
                results = results.dropFirst(own.count)
                do {
                    let (state, found) = try snapshot.decode(own, named: profile.name)
                    values.append(try body(state, found))
                } catch is ProfileRenamed {
                    // Removed or renamed since the names were read.
                }
            }
        }
        return values
    }

    private func withTransaction<Value: Sendable>(
        _ name: String, _ request: KeyedRequest?,
        reading queries: (Int64) throws -> [PostgresQuery],
        _ body: (ProfileTransaction.Beginning) async throws -> Value
    ) async throws -> Value {
        try await retrying(name) {
            let owned = try await ownership.claimedProfile(name)
            return try await owned.writes.run {
                try await pool.withConnection(within: Self.connectLimit) { connection in
                    try await body(
                        ProfileTransaction.begin(
                            owned, named: name, request, reading: try queries(owned.id),
                            on: connection))
                }
            }
        }
    }

    /// Repeats `body` after an interruption.
    private func retrying<Value>(
        _ name: String, _ body: () async throws -> Value
    ) async throws -> Value {
        for _ in 1..<Self.attempts {
            do {
                return try await body()
            } catch is ProfileRenamed {
                ownership.forget(name)
            } catch let error as PostgresError where error.isInterruption {
                // The next attempt waits for the server.
            } catch let lost as OwnershipLost {
                await ownership.recordLoss(lost, name)
                // NOT_FOUND if the profile was removed.
                _ = try await ownership.id(of: name)
                throw lost
            }
        }
        return try await body()
    }

    /// Repeats a read after an interruption.
    private func repeatingInterrupted<Value>(
        _ body: () async throws -> Value
    ) async throws -> Value {
        for _ in 1..<Self.attempts {
            do {
                return try await body()
            } catch let error as PostgresError where error.isInterruption {
                // The next attempt waits for the server.
            }
        }
        return try await body()
    }

    /// Commits; only a request with an idempotency key finds out if a lost connection had committed.
    private func commit<Value>(
        isRepeatable: Bool, _ body: () async throws -> Value
    ) async throws -> Value {
        let start = ContinuousClock.now
        do {
            let value = try await body()
            commitHistogram.record(start.duration(to: .now))
            return value
        } catch PostgresError.connectionLost where !isRepeatable {
            throw Status(
                .unavailable,
                "The connection to PostgreSQL ended while the change was committed; it may have been made.",
                hint: "Read the present state before another attempt.")
        }
    }
}

extension PostgresError {
    /// True if another attempt may succeed at once. The pool has waited for a server that it cannot reach.
    fileprivate var isInterruption: Bool {
        if case .cannotConnect = self { false } else { isRetryable }
    }
}
