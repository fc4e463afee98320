import Contracts
import GRDB
import RPC

/// Rows of `staged_row`: workouts, correlations and activity summaries of an import, invisible until
/// it is published.
struct StagedRows {
    let profile: Int64
    let importID: Int64

    /// - Returns: For each row, whether it was unknown, to the profile and to this import.
    func add(_ rows: [HealthRow], _ db: Database) throws -> [Bool] {
        let isKnown = try KnownRows(db)
        let add = try BulkStatement(
            db, "INSERT OR IGNORE INTO staged_row VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)")
        return try rows.map { row in
            let identity = row.identity
            if try isKnown.contains(row, of: profile) { return false }
            try add.run(
                profile, importID, row.type, identity.start, identity.end, identity.type,
                identity.sourceKey, identity.day, try JSONBody.encode(row).text)
            return db.changesCount == 1
        }
    }

    /// - Returns: How many rows are new, and the days that new workouts may start on.
    func publish(_ db: Database) throws -> (count: Int, workoutDays: [DaySpan]) {
        let workoutDays = try workoutDays(db)
        var count = 0
        for (table, kind) in [("workout", "Workout"), ("correlation", "Correlation")] {
            try db.execute(
                sql: """
                    INSERT OR IGNORE INTO \(table)
                    SELECT profile_id, start, end, type, source_key, content FROM staged_row
                    WHERE profile_id = ? AND import_id = ? AND kind = ?
                    """, arguments: [profile, importID, kind])
            count += db.changesCount
        }
        try db.execute(
            sql: """
                INSERT OR IGNORE INTO activity_summary
                SELECT profile_id, day, content FROM staged_row
                WHERE profile_id = ? AND import_id = ? AND kind = 'ActivitySummary'
                """, arguments: [profile, importID])
        count += db.changesCount
        try clear(db)
        return (count, workoutDays)
    }

    private func workoutDays(_ db: Database) throws -> [DaySpan] {
        let list = try BulkStatement(
            db,
            """
            SELECT start FROM staged_row WHERE profile_id = ? AND import_id = ? AND kind = 'Workout'
            ORDER BY start
            """)
        try list.start(profile, importID)
        var days: [DaySpan] = []
        while try list.next() {
            days.append(joining: DaySpan(firstMs: list.int64(0), lastMs: list.int64(0)))
        }
        return days
    }

    func clear(_ db: Database) throws {
        try db.execute(
            sql: "DELETE FROM staged_row WHERE profile_id = ? AND import_id = ?",
            arguments: [profile, importID])
    }
}

/// Looks up rows by their identity among those that are published.
private struct KnownRows: ~Copyable {
    private let workout: BulkStatement
    private let correlation: BulkStatement
    private let summary: BulkStatement

    init(_ db: Database) throws {
        func find(_ table: String) throws -> BulkStatement {
            try BulkStatement(
                db,
                """
                SELECT 1 FROM \(table) WHERE profile_id = ? AND start = ? AND end = ? AND type = ?
                    AND source_key = ?
                """)
        }
        let workout = try find("workout")
        let correlation = try find("correlation")
        let summary = try BulkStatement(
            db, "SELECT 1 FROM activity_summary WHERE profile_id = ? AND day = ?")
        self.workout = workout
        self.correlation = correlation
        self.summary = summary
    }

    borrowing func contains(_ row: HealthRow, of profile: Int64) throws -> Bool {
        let identity = row.identity
        switch row {
        case .workout:
            try workout.start(
                profile, identity.start, identity.end, identity.type, identity.sourceKey)
            return try workout.next()
        case .correlation:
            try correlation.start(
                profile, identity.start, identity.end, identity.type, identity.sourceKey)
            return try correlation.next()
        case .activitySummary:
            try summary.start(profile, identity.day)
            return try summary.next()
        }
    }
}

extension HealthRow {
    /// What makes a row the same as another of its kind; what a kind does not have is 0 or empty.
    fileprivate struct Identity {
        var start: Int64 = 0
        var end: Int64 = 0
        var type = ""
        var sourceKey = ""
        var day = ""
    }

    fileprivate var identity: Identity {
        switch self {
        case .workout(let workout):
            Identity(
                start: workout.start, end: workout.end, type: workout.type,
                sourceKey: workout.sourceKey)
        case .correlation(let correlation):
            Identity(
                start: correlation.start, end: correlation.end, type: correlation.type,
                sourceKey: correlation.sourceKey)
        case .activitySummary(let summary):
            Identity(day: summary.day)
        }
    }
}
