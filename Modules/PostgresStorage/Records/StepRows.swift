import Contracts
import PostgresClient
import StorageCore

/// Rows of `step` and `following`.
enum StepRows {
    private static let columns = """
        first_change, last_change, summary, is_fill, first_entry, last_entry, replaces_entries
        """

    /// Adds a step and deletes the undone ones, which can no longer be redone.
    static func insertion(_ step: StepRow, of profile: Int64) -> [PostgresQuery] {
        [
            deletion("is_undone", of: profile),
            PostgresQuery(
                """
                INSERT INTO dayline.step (profile_id, \(columns)) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
                """, .int64(profile), .int64(step.first), .int64(step.last), .text(step.summary),
                .bool(step.isFill), .int64(step.firstEntry), .int64(step.lastEntry),
                .bool(step.hasReplacedEntries)),
        ]
    }

    /// Deletes the steps up to the one that contains a change.
    static func deletion(through change: Int64, of profile: Int64) -> PostgresQuery {
        deletion("first_change <= $2", of: profile, .int64(change))
    }

    /// Deletes steps with the displaced rows of fills among them.
    private static func deletion(
        _ condition: String, of profile: Int64, _ parameters: PostgresParameter...
    ) -> PostgresQuery {
        PostgresQuery(
            """
            WITH deleted AS (
                DELETE FROM dayline.step WHERE profile_id = $1 AND \(condition)
                RETURNING first_change, is_fill
            ), entries AS (
                DELETE FROM dayline.displaced_entry WHERE profile_id = $1
                    AND step IN (SELECT first_change FROM deleted WHERE is_fill)
            )
            DELETE FROM dayline.displaced_document WHERE profile_id = $1
                AND step IN (SELECT first_change FROM deleted WHERE is_fill)
            """, [.int64(profile)] + parameters)
    }

    /// The step that undo or redo applies to.
    static func next(
        _ direction: TrackerRecords.UndoDirection, of profile: Int64
    ) -> PostgresQuery {
        PostgresQuery("SELECT \(columns) FROM \(next(direction)) AS next", .int64(profile))
    }

    /// The changes of the step that undo or redo applies to, oldest first.
    static func changesOfNext(
        _ direction: TrackerRecords.UndoDirection, of profile: Int64
    ) -> PostgresQuery {
        PostgresQuery(
            """
            SELECT \(ChangeRows.columns) FROM dayline.change, \(next(direction)) AS next
            WHERE change.profile_id = $1 AND number BETWEEN first_change AND last_change
            ORDER BY number
            """, .int64(profile))
    }

    /// The changes without a step after the step that undo or redo applies to, newest first.
    static func changesFollowingNext(
        _ direction: TrackerRecords.UndoDirection, of profile: Int64
    ) -> PostgresQuery {
        PostgresQuery(
            """
            SELECT \(ChangeRows.columns) FROM dayline.change, dayline.following, \(next(direction)) AS next
            WHERE following.profile_id = $1 AND following.first_change > next.last_change
                AND change.profile_id = $1
                AND number BETWEEN following.first_change AND following.last_change
            ORDER BY number DESC
            """, .int64(profile))
    }

    private static func next(_ direction: TrackerRecords.UndoDirection) -> String {
        let order =
            direction == .undo
            ? "NOT is_undone ORDER BY first_change DESC"
            : "is_undone ORDER BY first_change"
        return "(SELECT \(columns) FROM dayline.step WHERE profile_id = $1 AND \(order) LIMIT 1)"
    }

    /// The step in a result of ``next(_:of:)``.
    /// - Throws: `StorageError.nothingToUndo`, `StorageError.nothingToRedo`.
    static func step(
        _ result: PostgresResult, _ direction: TrackerRecords.UndoDirection
    ) throws -> StepRow {
        guard let row = result.first else {
            throw direction == .undo ? StorageError.nothingToUndo : .nothingToRedo
        }
        return StepRow(
            first: try row.int64(0), last: try row.int64(1), summary: try row.text(2),
            isFill: try row.bool(3), firstEntry: try row.int64(4), lastEntry: try row.int64(5),
            hasReplacedEntries: try row.bool(6))
    }

    /// Marks a step, and deletes the following changes after it, which are reverted with it.
    static func marking(
        _ step: StepRow, isUndone: Bool, of profile: Int64
    ) -> [PostgresQuery] {
        [
            PostgresQuery(
                "UPDATE dayline.step SET is_undone = $3 WHERE profile_id = $1 AND first_change = $2",
                .int64(profile), .int64(step.first), .bool(isUndone)),
            PostgresQuery(
                "DELETE FROM dayline.following WHERE profile_id = $1 AND first_change > $2",
                .int64(profile), .int64(step.last)),
        ]
    }

    static func followingInsertion(
        _ applied: TrackerRecords.ApplyResponse, of profile: Int64
    ) -> PostgresQuery {
        PostgresQuery(
            """
            INSERT INTO dayline.following (profile_id, first_change, last_change) VALUES ($1, $2, $3)
            """, .int64(profile), .int64(applied.first), .int64(applied.last))
    }

    /// The fills with the numbers of their displaced rows, newest first.
    static func fills(of profile: Int64) -> PostgresQuery {
        PostgresQuery(
            """
            SELECT first_change, (
                SELECT count(*) FROM dayline.displaced_entry AS displaced
                WHERE displaced.profile_id = $1 AND displaced.step = first_change) + (
                SELECT count(*) FROM dayline.displaced_document AS displaced
                WHERE displaced.profile_id = $1 AND displaced.step = first_change)
            FROM dayline.step WHERE profile_id = $1 AND is_fill ORDER BY first_change DESC
            """, .int64(profile))
    }
}
