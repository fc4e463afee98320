import Contracts
import PostgresClient
import StorageCore

/// Rows of `displaced_entry` and `displaced_document`: the rows that a fill replaced or, while the fill is
/// undone, the rows that it added.
struct DisplacedRows {
    /// The change number of the step.
    let step: Int64
    let profile: Int64

    /// Displaces all records of a kind.
    func displaceAll(_ kind: String) -> [PostgresQuery] {
        guard kind == TrackerRecords.entryKind else {
            let parameters: [PostgresParameter] = [.int64(profile), .text(kind)]
            return [
                PostgresQuery(
                    """
                    INSERT INTO dayline.displaced_document (profile_id, step, kind, id, revision, body)
                    SELECT profile_id, $3, kind, id, revision, body FROM dayline.tracked
                    WHERE profile_id = $1 AND kind = $2
                    """, parameters + [.int64(step)]),
                PostgresQuery(
                    "DELETE FROM dayline.tracked WHERE profile_id = $1 AND kind = $2", parameters),
            ]
        }
        return [
            PostgresQuery(
                """
                INSERT INTO dayline.displaced_entry (profile_id, step, \(EntryRow.columns))
                SELECT profile_id, $2, \(EntryRow.columns) FROM dayline.entry WHERE profile_id = $1
                """, .int64(profile), .int64(step)),
            PostgresQuery(
                "DELETE FROM dayline.entry WHERE profile_id = $1", .int64(profile)),
        ]
    }

    /// Saves entries as they were before the step, unless they are saved already.
    func save(entries numbers: [Int64]) -> PostgresQuery {
        PostgresQuery(
            """
            INSERT INTO dayline.displaced_entry (profile_id, step, \(EntryRow.columns))
            SELECT profile_id, $2, \(EntryRow.columns) FROM dayline.entry
            WHERE profile_id = $1 AND number = ANY ($3)
            ON CONFLICT (profile_id, step, number) DO NOTHING
            """, .int64(profile), .int64(step), .int64s(numbers))
    }

    /// Saves documents as they were before the step, or their absence, unless they are saved already. An
    /// entry's number as a document marks the removal of the entry for redo, when the entry itself is not
    /// displaced.
    func save(_ records: [TrackerRecords.RecordKey]) -> PostgresQuery {
        PostgresQuery(
            """
            INSERT INTO dayline.displaced_document (profile_id, step, kind, id, revision, body)
            SELECT $1, $2, row.kind, row.id, present.revision, present.body
            FROM unnest($3, $4) AS row (kind, id) LEFT JOIN dayline.tracked AS present
                ON present.profile_id = $1 AND present.kind = row.kind AND present.id = row.id
            ON CONFLICT (profile_id, step, kind, id) DO NOTHING
            """, .int64(profile), .int64(step), .texts(records.map(\.kind)),
            .texts(records.map(\.id)))
    }

    /// Exchanges the present rows with the displaced ones.
    ///
    /// Requires that no other step changed the records since, which undo and redo in order ensure.
    func exchange(_ row: StepRow) -> [PostgresQuery] {
        exchangeEntries(row) + exchangeDocuments() + finish("displaced_entry")
            + finish("displaced_document")
    }

    private func exchangeEntries(_ row: StepRow) -> [PostgresQuery] {
        let touched = """
            profile_id = $1 AND ($3 OR number BETWEEN $4 AND $5 OR number IN (
                SELECT number FROM dayline.displaced_entry WHERE profile_id = $1 AND step = $2
                UNION ALL SELECT id::bigint FROM dayline.displaced_document
                WHERE profile_id = $1 AND step = $2 AND kind = '\(TrackerRecords.entryKind)'))
            """
        let parameters: [PostgresParameter] = [
            .int64(profile), .int64(step), .bool(row.hasReplacedEntries), .int64(row.firstEntry),
            .int64(row.lastEntry),
        ]
        return [
            PostgresQuery(
                """
                INSERT INTO dayline.displaced_entry (profile_id, step, \(EntryRow.columns))
                SELECT profile_id, -$2, \(EntryRow.columns) FROM dayline.entry WHERE \(touched)
                """, parameters),
            PostgresQuery("DELETE FROM dayline.entry WHERE \(touched)", parameters),
            PostgresQuery(
                """
                INSERT INTO dayline.entry (profile_id, \(EntryRow.columns))
                SELECT profile_id, \(EntryRow.columns) FROM dayline.displaced_entry
                WHERE profile_id = $1 AND step = $2
                """, .int64(profile), .int64(step)),
        ]
    }

    private func exchangeDocuments() -> [PostgresQuery] {
        let parameters: [PostgresParameter] = [.int64(profile), .int64(step)]
        return [
            PostgresQuery(
                """
                INSERT INTO dayline.displaced_document (profile_id, step, kind, id, revision, body)
                SELECT displaced.profile_id, -displaced.step, displaced.kind, displaced.id,
                    present.revision, present.body
                FROM dayline.displaced_document AS displaced LEFT JOIN dayline.tracked AS present
                    ON present.profile_id = displaced.profile_id AND present.kind = displaced.kind
                        AND present.id = displaced.id
                WHERE displaced.profile_id = $1 AND displaced.step = $2
                """, parameters),
            PostgresQuery(
                """
                DELETE FROM dayline.tracked WHERE profile_id = $1 AND (kind, id) IN (
                    SELECT kind, id FROM dayline.displaced_document
                    WHERE profile_id = $1 AND step = $2)
                """, parameters),
            PostgresQuery(
                """
                INSERT INTO dayline.tracked (profile_id, kind, id, revision, body)
                SELECT profile_id, kind, id, revision, body FROM dayline.displaced_document
                WHERE profile_id = $1 AND step = $2 AND body IS NOT NULL
                """, parameters),
        ]
    }

    /// Deletes the rows that were restored and gives the rows that were displaced the step's number.
    private func finish(_ table: String) -> [PostgresQuery] {
        [
            PostgresQuery(
                "DELETE FROM dayline.\(table) WHERE profile_id = $1 AND step = $2",
                .int64(profile), .int64(step)),
            PostgresQuery(
                "UPDATE dayline.\(table) SET step = -step WHERE profile_id = $1 AND step = -$2",
                .int64(profile), .int64(step)),
        ]
    }
}
