import Contracts
import GRDB
import RPC
import StorageCore

/// Rows of `step`.
extension StepRow {
    private init(_ row: borrowing BulkStatement) {
        self.init(
            first: row.int64(0), last: row.int64(1), summary: row.text(2),
            isFill: row.int64(3) != 0, firstEntry: row.int64(4), lastEntry: row.int64(5),
            hasReplacedEntries: row.int64(6) != 0)
    }

    /// Adds a step and deletes the undone ones, which can no longer be redone.
    static func add(
        _ summary: String, first: Int64, last: Int64, of profile: Int64, _ db: Database
    ) throws {
        try deleteUndone(of: profile, db)
        try BulkStatement(
            db,
            "INSERT INTO step (profile_id, first_change, last_change, summary) VALUES (?, ?, ?, ?)"
        ).run(profile, first, last, summary)
    }

    /// Adds the step of a fill, whose displaced rows are in ``DisplacedRows``.
    static func addFill(
        _ summary: String, _ number: Int64, entries: Range<Int64>, hasReplacedEntries: Bool,
        of profile: Int64, _ db: Database
    ) throws {
        try deleteUndone(of: profile, db)
        try db.execute(
            sql: "INSERT INTO step VALUES (?, ?, ?, ?, 0, 1, ?, ?, ?)",
            arguments: [
                profile, number, number, summary, entries.lowerBound, entries.upperBound - 1,
                hasReplacedEntries,
            ])
    }

    /// Deletes the undone steps, which are the last ones. The query reads only them and the step before.
    private static func deleteUndone(of profile: Int64, _ db: Database) throws {
        try BulkStatement(
            db,
            """
            DELETE FROM step WHERE profile_id = ? AND first_change > coalesce((
                SELECT first_change FROM step WHERE profile_id = ? AND is_undone = 0
                ORDER BY first_change DESC LIMIT 1), -1)
            """
        ).run(profile, profile)
    }

    /// Deletes the fills beyond the limits and all steps before them.
    static func deleteOldFills(of profile: Int64, _ db: Database) throws {
        let fills = try BulkStatement(
            db,
            """
            SELECT first_change, (
                SELECT count(*) FROM displaced_entry AS displaced
                WHERE displaced.profile_id = step.profile_id AND displaced.step = first_change) + (
                SELECT count(*) FROM displaced_document AS displaced
                WHERE displaced.profile_id = step.profile_id AND displaced.step = first_change)
            FROM step WHERE profile_id = ? AND is_fill = 1 ORDER BY first_change DESC
            """)
        try fills.start(profile)
        var retention = FillRetention()
        while try fills.next() {
            guard !retention.keeps(rows: fills.int64(1)) else { continue }
            return try delete(through: fills.int64(0), of: profile, db)
        }
    }

    /// The step that undo or redo applies to.
    /// - Throws: FAILED_PRECONDITION if the profile has no such step.
    static func next(
        _ direction: TrackerRecords.UndoDirection, of profile: Int64, _ db: Database
    ) throws -> StepRow {
        switch direction {
        case .undo:
            let step = try find("is_undone = 0 ORDER BY first_change DESC", of: profile, db)
            guard let step else { throw StorageError.nothingToUndo }
            return step
        case .redo:
            let step = try find("is_undone = 1 ORDER BY first_change", of: profile, db)
            guard let step else { throw StorageError.nothingToRedo }
            return step
        }
    }

    private static func find(
        _ condition: String, of profile: Int64, _ db: Database
    ) throws -> StepRow? {
        let find = try BulkStatement(
            db,
            """
            SELECT first_change, last_change, summary, is_fill, first_entry, last_entry,
                replaces_entries FROM step
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

    /// The step as the caller of undo or redo needs it: with the corrected sample, if it corrects one.
    func next(
        _ direction: TrackerRecords.UndoDirection, of profile: Int64, _ db: Database
    ) throws -> TrackerRecords.NextResponse {
        try response(direction) { try changes(of: profile, db) }
    }

    /// Deletes the steps up to the one that contains a change.
    static func delete(through change: Int64, of profile: Int64, _ db: Database) throws {
        try db.execute(
            sql: "DELETE FROM step WHERE profile_id = ? AND first_change <= ?",
            arguments: [profile, change])
    }
}
