import Contracts
package import PostgresClient
import RPC
package import StorageCore

/// The rows of profiles in PostgreSQL. A profile that is written has no name before ``publish(_:)``, so that
/// no storage worker finds it.
package final class PostgresRows: MovableRows {
    /// The rows that are read in one round trip.
    private static let pageRows = 1000
    /// Chunks have some KiB each.
    private static let chunkPageRows = 128
    /// Pieces of files have up to 1 MiB each.
    private static let piecePageRows = 2

    let pool: PostgresPool

    package init(_ pool: PostgresPool) {
        self.pool = pool
    }

    package func profiles() async throws -> [MovedProfile] {
        var profiles: [MovedProfile] = []
        for id in try await names().map(\.id) {
            if let profile = try await profile(id) { profiles.append(profile) }
        }
        return profiles
    }

    /// The names of all profiles with their identifiers, ordered by name.
    private func names() async throws -> [(name: String, id: Int64)] {
        try await run([
            PostgresQuery("SELECT name_key, profile_id FROM dayline.profile_name ORDER BY name_key")
        ])[0].rows.map { (try $0.text(0), try $0.int64(1)) }
    }

    package func profile(_ id: Int64) async throws -> MovedProfile? {
        let results = try await run([
            PostgresQuery("BEGIN READ ONLY"), .setProfile(id),
            PostgresQuery(
                """
                SELECT name, data_version, known_from, change_number, series_number, import_number,
                    original_number
                FROM dayline.profile WHERE profile_id = $1
                """, .int64(id)), PostgresQuery("COMMIT"),
        ])
        guard let row = results[2].first else { return nil }
        return MovedProfile(
            id: id, name: try row.text(0), dataVersion: try row.int64(1),
            knownFrom: try row.int64(2),
            lastNumbers: [
                .change: try row.int64(3), .series: try row.int64(4), .imports: try row.int64(5),
                .originals: try row.int64(6),
            ])
    }

    package func read(
        _ table: MovedTable, of profile: Int64, _ body: ([MovedRow]) async throws -> Void
    ) async throws {
        let isDays = table == .dayTotal
        let query =
            isDays
            ? """
            SELECT metric, totals FROM dayline.day_block WHERE profile_id = \(profile)
            ORDER BY metric, block
            """ : table.postgresQuery(profile)
        let count =
            switch table {
            case .chunk, .removedChunk, .addedChunk: Self.chunkPageRows
            case .originalPiece: Self.piecePageRows
            default: Self.pageRows
            }
        let cursor = "moved_\(table.name)"
        try await pool.withConnection(within: PostgresStorage.connectLimit) { connection in
            try await connection.run(
                script: """
                    BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
                    SELECT set_config('dayline.profile', '\(profile)', true);
                    DECLARE \(cursor) NO SCROLL CURSOR FOR \(query)
                    """, within: PostgresStorage.statementLimit)
            while true {
                let page = try await connection.run(
                    [PostgresQuery("FETCH \(count) FROM \(cursor)")],
                    within: PostgresStorage.statementLimit)[0]
                guard page.rowCount > 0 else { break }
                try await body(
                    isDays
                        ? page.rows.flatMap { row in
                            MovedDayTotals.rows(
                                of: try row.text(0), try DayBlock.totals(try row.data(1)))
                        } : page.rows.map(table.row))
            }
            _ = try await connection.run(
                [PostgresQuery("COMMIT")], within: PostgresStorage.statementLimit)
        }
    }

    /// Replaces the rows in one transaction: an interrupted one leaves nothing. A name of the profile is
    /// removed.
    /// - Throws: ALREADY_EXISTS if a storage worker has owned the profile.
    package func replace(
        _ profile: MovedProfile, _ body: (any MovedRowWriter) async throws -> Void
    ) async throws {
        try await pool.withConnection(within: PostgresStorage.connectLimit) { connection in
            _ = try await connection.run(
                [PostgresQuery("BEGIN")], within: PostgresStorage.statementLimit)
            guard try await !lock(profile.id, on: connection) else {
                throw Self.isUsed(profile.name)
            }
            let start =
                ProfileRows.deletion(of: profile.id) + [
                    PostgresQuery(
                        """
                        INSERT INTO dayline.profile (profile_id, name, data_version, known_from,
                            change_number, series_number, import_number, original_number)
                        VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
                        """, .int64(profile.id), .text(profile.name), .int64(profile.dataVersion),
                        .int64(profile.knownFrom), .int64(profile.lastNumbers[.change] ?? 0),
                        .int64(profile.lastNumbers[.series] ?? 0),
                        .int64(profile.lastNumbers[.imports] ?? 0),
                        .int64(profile.lastNumbers[.originals] ?? 0))
                ]
            _ = try await connection.run(start, within: PostgresStorage.statementLimit)
            let writer = PostgresRowWriter(connection: connection, profile: profile.id)
            try await body(writer)
            try await writer.finish()
            _ = try await connection.run(
                [PostgresQuery("COMMIT")], within: PostgresStorage.statementLimit)
        }
    }

    func run(_ queries: [PostgresQuery]) async throws -> [PostgresResult] {
        try await pool.withConnection(within: PostgresStorage.connectLimit) {
            try await $0.run(queries, within: PostgresStorage.statementLimit)
        }
    }
}

extension PostgresRows {
    /// Deletes the profiles that an abandoned move has left, except those that a storage worker has owned:
    /// another home uses them.
    package func discard(_ ids: [Int64]) async throws {
        for id in ids {
            try await pool.withConnection(within: PostgresStorage.connectLimit) { connection in
                _ = try await connection.run(
                    [PostgresQuery("BEGIN")], within: PostgresStorage.statementLimit)
                // The pool ends the transaction.
                if try await lock(id, on: connection) { return }
                _ = try await connection.run(
                    ProfileRows.deletion(of: id) + [PostgresQuery("COMMIT")],
                    within: PostgresStorage.statementLimit)
            }
        }
    }

    /// Locks a profile, if it exists, until the transaction ends.
    /// - Returns: True if a storage worker has owned the profile. None becomes the owner during the lock.
    private func lock(_ id: Int64, on connection: PostgresConnection) async throws -> Bool {
        let results = try await connection.run(
            ProfileRows.lock(of: id), within: PostgresStorage.statementLimit)
        return try results.last?.first.map { try $0.int64(0) > 0 } ?? false
    }

    /// Deletes a profile for good.
    /// - Throws: NOT_FOUND if no profile has the name.
    package func erase(_ name: String) async throws {
        guard let namesake = try await namesake(of: name) else {
            throw Status(.notFound, "The database has no profile \(name).")
        }
        _ = try await run(
            [PostgresQuery("BEGIN")] + ProfileRows.lockedDeletion(of: namesake.id)
                + [PostgresQuery("COMMIT")])
    }

    /// Locks the rows of profiles while `body` runs, so that no storage worker changes them. `body` gets a
    /// function that throws if the lock was lost.
    package func withLock<Value: Sendable>(
        on profiles: [MovedProfile],
        _ body: (_ check: () async throws -> Void) async throws -> Value
    ) async throws -> Value {
        try await pool.withConnection(within: PostgresStorage.connectLimit) { connection in
            let start = [
                PostgresQuery("BEGIN"),
                PostgresQuery("SET LOCAL idle_in_transaction_session_timeout = 0"),
            ]
            let locks = profiles.flatMap { ProfileRows.lock(of: $0.id) }
            _ = try await connection.run(start + locks, within: PostgresStorage.statementLimit)
            // The pool ends the transaction.
            return try await body {
                _ = try await connection.run(
                    [PostgresQuery("SELECT 1")], within: PostgresStorage.statementLimit)
            }
        }
    }
}

/// Inserts rows of one profile in the transaction of a connection.
private final class PostgresRowWriter: MovedRowWriter {
    private let connection: PostgresConnection
    private let profile: Int64
    /// Day totals of one metric, which are stored in blocks.
    private var metric: String?
    private var totals = DayColumns()

    init(connection: PostgresConnection, profile: Int64) {
        self.connection = connection
        self.profile = profile
    }

    func append(_ rows: [MovedRow], to table: MovedTable) async throws {
        guard table == .dayTotal else {
            return try await run([table.postgresInsertion(rows, profile)])
        }
        for row in rows {
            if metric != row[0].text {
                try await finish()
                metric = row[0].text
            }
            try MovedDayTotals.append(row, to: &totals)
        }
    }

    /// Stores the totals that were appended last.
    func finish() async throws {
        guard let metric else { return }
        let blocks = MovedDayTotals.blocks(totals)
        totals = DayColumns()
        try await run(DayBlockRows.replacement(of: [], by: blocks, of: metric, profile))
    }

    private func run(_ queries: [PostgresQuery]) async throws {
        _ = try await connection.run(queries, within: PostgresStorage.statementLimit)
    }
}
