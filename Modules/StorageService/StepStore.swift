import Contracts
import GRDB

/// Rows of `step`: what is undone and made again together.
struct StepRow: Sendable {
    var first: Int64
    var last: Int64
    var summary: String

    private init(_ row: borrowing BulkStatement) {
        first = row.int64(0)
        last = row.int64(1)
        summary = row.text(2)
    }

    /// Adds a step after those that hold; what was undone cannot be made again then.
    static func add(
        _ summary: String, first: Int64, last: Int64, of profile: Int64, _ db: Database
    ) throws {
        try db.execute(
            sql: "DELETE FROM step WHERE profile_id = ? AND is_undone = 1", arguments: [profile])
        try db.execute(
            sql: """
                INSERT INTO step (profile_id, first_change, last_change, summary)
                VALUES (?, ?, ?, ?)
                """, arguments: [profile, first, last, summary])
    }

    /// The step that can be undone next.
    static func lastDone(of profile: Int64, _ db: Database) throws -> StepRow? {
        try one("is_undone = 0 ORDER BY first_change DESC", of: profile, db)
    }

    /// The step that can be made again next.
    static func firstUndone(of profile: Int64, _ db: Database) throws -> StepRow? {
        try one("is_undone = 1 ORDER BY first_change", of: profile, db)
    }

    private static func one(
        _ condition: String, of profile: Int64, _ db: Database
    ) throws -> StepRow? {
        let find = try BulkStatement(
            db,
            """
            SELECT first_change, last_change, summary FROM step
            WHERE profile_id = ? AND \(condition) LIMIT 1
            """)
        try find.start(profile)
        return try find.next() ? StepRow(find) : nil
    }

    func set(undone: Bool, of profile: Int64, _ db: Database) throws {
        try db.execute(
            sql: "UPDATE step SET is_undone = ? WHERE profile_id = ? AND first_change = ?",
            arguments: [undone, profile, first])
    }

    /// The changes of the step, oldest first.
    func changes(of profile: Int64, _ db: Database) throws -> [Changes.Change] {
        try ChangeLog.since(
            first - 1, profile: profile, limit: Int(last - first) + 1, db
        ).filter { $0.number <= last }
    }

    /// Forgets the steps up to the one that holds a change; nil: all.
    static func forget(through change: Int64?, of profile: Int64, _ db: Database) throws {
        try db.execute(
            sql: """
                DELETE FROM step
                WHERE profile_id = ?1 AND first_change <= coalesce(?2, first_change)
                """,
            arguments: [profile, change])
    }
}
