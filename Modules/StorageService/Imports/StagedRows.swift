import Contracts
import GRDB
import RPC
import StorageCore

/// Rows of `staged_row` and `removed_row`: the workouts, correlations and activity summaries that an
/// import adds, and those that it removes, both without effect until it is published.
struct StagedRows {
    let profile: Int64
    let importID: Int64

    /// Stages rows.
    /// - Returns: For each row, true if it was unknown to the profile and to this import.
    func stage(_ rows: [EncodedValue<HealthRow>], _ db: Database) throws -> [Bool] {
        let known = try KnownRows(db)
        let insertion = try BulkStatement(
            db, "INSERT OR IGNORE INTO staged_row VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)")
        let replacement = try BulkStatement(
            db, "INSERT OR REPLACE INTO staged_row VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)")
        return try rows.map { row in
            switch try known.state(of: row.value, in: profile, importID) {
            case .known: return false
            case .unknown:
                try insert(row, with: insertion)
                return db.changesCount == 1
            case .moreComplete(let completed):
                try insert(EncodedValue(completed), with: replacement)
                return false
            case .newer(let isStaged):
                try insert(row, with: replacement)
                return !isStaged
            }
        }
    }

    /// For each row, whether it is new to a profile; also whether staging would change anything.
    static func find(
        _ rows: [HealthRow], of profile: Int64, _ db: Database
    ) throws -> Staging.FindRowsResponse {
        let known = try KnownRows(db)
        return try rows.map { try known.state(of: $0, in: profile, nil) }.response
    }

    /// Records rows that are removed when the import is published.
    func remove(_ rows: [EncodedValue<HealthRow>], _ db: Database) throws {
        let statement = try BulkStatement(
            db, "INSERT OR REPLACE INTO removed_row VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)")
        for row in rows { try insert(row, with: statement) }
    }

    /// The rows that the import removed.
    func removed(_ db: Database) throws -> [HealthRow] {
        let list = try BulkStatement(
            db,
            """
            SELECT content FROM removed_row WHERE profile_id = ? AND import_id = ?
            ORDER BY kind, start, detail, end, type, source_key
            """)
        try list.start(profile, importID)
        var rows: [HealthRow] = []
        while try list.next() {
            rows.append(try JSONBody.decode(HealthRow.self, from: Bytes(list.text(0))))
        }
        return rows
    }

    /// Publishes the staged rows and deletes the removed ones.
    /// - Returns: The number of rows inserted, changed and deleted, and the days of the workouts among them.
    func publish(_ db: Database) throws -> (count: Int, workoutDays: [DaySpan]) {
        try recordInserted(db)
        var count = 0
        for (table, kind, columns) in [
            ("workout", "Workout", "start, end, type, source_key"),
            ("correlation", "Correlation", "start, end, type, source_key, detail"),
            ("activity_summary", "ActivitySummary", "detail"),
        ] {
            try db.execute(
                sql: """
                    INSERT INTO \(table) SELECT profile_id, \(columns), content FROM staged_row
                    WHERE profile_id = ? AND import_id = ? AND kind = ?
                    ON CONFLICT DO UPDATE SET content = excluded.content
                    """, arguments: [profile, importID, kind])
            count += db.changesCount
        }
        // Before the removed rows are deleted: a removed workout may have connected others.
        let workoutDays = try WorkoutClusters.changed(by: importID, of: profile, db)
        count += try deleteRemoved(db)
        try removeStaged(db)
        return (count, workoutDays)
    }

    /// Deletes the staged and removed rows of the import.
    func clear(_ db: Database) throws {
        try removeStaged(db)
        try db.execute(
            sql: "DELETE FROM removed_row WHERE profile_id = ? AND import_id = ?",
            arguments: [profile, importID])
    }

    private func insert(
        _ row: EncodedValue<HealthRow>, with statement: borrowing BulkStatement
    ) throws {
        let identity = row.value.identity
        try statement.run(
            profile, importID, identity.kind, identity.start, identity.end, identity.type,
            identity.sourceKey, identity.detail, row.text.text)
    }

    private func deleteRemoved(_ db: Database) throws -> Int {
        var count = 0
        for (table, kind, columns, removed) in [
            ("workout", "Workout", "start, end, type, source_key", "start, end, type, source_key"),
            (
                "correlation", "Correlation", "start, end, type, source_key, detail",
                "start, end, type, source_key, detail"
            ),
            ("activity_summary", "ActivitySummary", "day", "detail"),
        ] {
            try db.execute(
                sql: """
                    DELETE FROM \(table) WHERE profile_id = ?1 AND (\(columns)) IN (
                        SELECT \(removed) FROM removed_row
                        WHERE profile_id = ?1 AND import_id = ?2 AND kind = ?3)
                    """, arguments: [profile, importID, kind])
            count += db.changesCount
        }
        return count
    }

    private func removeStaged(_ db: Database) throws {
        try db.execute(
            sql: "DELETE FROM staged_row WHERE profile_id = ? AND import_id = ?",
            arguments: [profile, importID])
    }
}
