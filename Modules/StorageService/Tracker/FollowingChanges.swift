import Contracts
import GRDB
import StorageCore

/// Rows of `following`: changes without a step, such as health sync, that are undone with the step before
/// them.
enum FollowingChanges {
    static func add(_ applied: TrackerRecords.ApplyResponse, of profile: Int64, _ db: Database)
        throws
    {
        try BulkStatement(db, "INSERT INTO following VALUES (?, ?, ?)")
            .run(profile, applied.first, applied.last)
    }

    /// Reverts the following changes after a step, newest first, and deletes their rows; their origin makes
    /// them again where they still apply.
    static func revert(
        after step: StepRow, of profile: Int64, by writer: inout TrackerWriter<SQLiteRecords>,
        _ db: Database
    ) throws {
        let list = try BulkStatement(
            db,
            """
            SELECT first_change, last_change FROM following
            WHERE profile_id = ? AND first_change > ? ORDER BY first_change DESC
            """)
        try list.start(profile, step.last)
        var ranges: [ClosedRange<Int64>] = []
        while try list.next() { ranges.append(list.int64(0)...list.int64(1)) }
        for range in ranges {
            let changes = try ChangeLog.since(
                range.lowerBound - 1, profile: profile, limit: range.count, db
            ).filter { range.contains($0.number) }
            for change in changes.reversed() {
                try writer.restore(change.record, to: change.before)
            }
        }
        try BulkStatement(db, "DELETE FROM following WHERE profile_id = ? AND first_change > ?")
            .run(profile, step.last)
    }
}
