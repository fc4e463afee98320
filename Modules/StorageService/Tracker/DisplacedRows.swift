import Contracts
import GRDB
import Tracker

/// Rows of `displaced_entry` and `displaced_document`: what a step that took very many records in put
/// aside, or brought, whichever of the two does not hold.
struct DisplacedRows {
    /// The number of the step's change.
    let step: Int64
    let profile: Int64

    private var arguments: StatementArguments { ["profile": profile, "step": step] }

    /// Puts everything of a kind aside.
    func displaceAll(_ kind: String, _ db: Database) throws {
        if kind == TrackerRecords.entryKind {
            try db.execute(
                sql: """
                    INSERT INTO displaced_entry (profile_id, step, \(EntryStore.columns))
                    SELECT profile_id, :step, \(EntryStore.columns) FROM entry
                    WHERE profile_id = :profile
                    """, arguments: arguments)
            try db.execute(sql: "DELETE FROM entry WHERE profile_id = ?", arguments: [profile])
        } else {
            try db.execute(
                sql: """
                    INSERT INTO displaced_document (profile_id, step, kind, id, revision, body)
                    SELECT profile_id, ?, kind, id, revision, body FROM tracked
                    WHERE profile_id = ? AND kind = ?
                    """, arguments: [step, profile, kind])
            try db.execute(
                sql: "DELETE FROM tracked WHERE profile_id = ? AND kind = ?",
                arguments: [profile, kind])
        }
    }

    /// Keeps an entry as it was before the step, once.
    func save(entry number: Int64, _ db: Database) throws {
        try BulkStatement(
            db,
            """
            INSERT OR IGNORE INTO displaced_entry (profile_id, step, \(EntryStore.columns))
            SELECT profile_id, ?, \(EntryStore.columns) FROM entry
            WHERE profile_id = ? AND number = ?
            """
        ).run(step, profile, number)
    }

    /// Takes an entry out and keeps it. A document of its number says that it is to go when the step is
    /// made again, for then nothing of it is aside.
    func remove(_ entry: Entry.ID, _ db: Database) throws {
        let store = try EntryStore(of: profile, db)
        guard let number = try store.row(entry)?.numbered.number else { return }
        try save(entry: number, db)
        try save(TrackerRecords.RecordKey(kind: TrackerRecords.entryKind, id: String(number)), db)
        try store.delete(number: number)
    }

    /// Keeps a document as it was before the step, or that there was none, once.
    func save(_ record: TrackerRecords.RecordKey, _ db: Database) throws {
        let known = try DocumentStore.document(record, of: profile, db)
        try BulkStatement(
            db, "INSERT OR IGNORE INTO displaced_document VALUES (?, ?, ?, ?, ?, ?)"
        ).run(profile, step, record.kind, record.id, known?.revision, known?.body)
    }

    /// Exchanges what holds for what is kept.
    ///
    /// Nothing but the step itself may have happened to its records, as is so when steps are undone
    /// and made again one after the other.
    func exchange(_ row: StepRow, _ db: Database) throws {
        try exchangeEntries(row, db)
        try exchangeDocuments(db)
    }

    private func exchangeEntries(_ row: StepRow, _ db: Database) throws {
        let touched =
            row.hasReplacedEntries
            ? "profile_id = :profile"
            : """
            profile_id = :profile AND (number BETWEEN :first AND :last OR number IN (
                SELECT number FROM displaced_entry WHERE profile_id = :profile AND step = :step
                UNION ALL SELECT CAST(id AS INTEGER) FROM displaced_document
                WHERE profile_id = :profile AND step = :step AND kind = '\(TrackerRecords.entryKind)'))
            """
        var arguments = arguments
        if !row.hasReplacedEntries {
            arguments += ["first": row.firstEntry, "last": row.lastEntry]
        }
        try db.execute(
            sql: """
                INSERT INTO displaced_entry (profile_id, step, \(EntryStore.columns))
                SELECT profile_id, -:step, \(EntryStore.columns) FROM entry WHERE \(touched)
                """, arguments: arguments)
        var others = arguments
        if row.hasReplacedEntries { others = ["profile": profile] }
        try db.execute(sql: "DELETE FROM entry WHERE \(touched)", arguments: others)
        try db.execute(
            sql: """
                INSERT INTO entry (profile_id, \(EntryStore.columns))
                SELECT profile_id, \(EntryStore.columns) FROM displaced_entry
                WHERE profile_id = :profile AND step = :step
                """, arguments: self.arguments)
        try finishExchange("displaced_entry", db)
    }

    private func exchangeDocuments(_ db: Database) throws {
        let condition = "WHERE kept.profile_id = :profile AND kept.step = :step"
        try db.execute(
            sql: """
                INSERT INTO displaced_document (profile_id, step, kind, id, revision, body)
                SELECT kept.profile_id, -:step, kept.kind, kept.id, held.revision, held.body
                FROM displaced_document AS kept LEFT JOIN tracked AS held
                ON held.profile_id = kept.profile_id AND held.kind = kept.kind
                    AND held.id = kept.id
                \(condition)
                """, arguments: arguments)
        try db.execute(
            sql: """
                DELETE FROM tracked WHERE profile_id = :profile AND (kind, id) IN (
                    SELECT kept.kind, kept.id FROM displaced_document AS kept \(condition))
                """, arguments: arguments)
        try db.execute(
            sql: """
                INSERT INTO tracked (profile_id, kind, id, revision, body)
                SELECT kept.profile_id, kept.kind, kept.id, kept.revision, kept.body
                FROM displaced_document AS kept \(condition) AND kept.body IS NOT NULL
                """, arguments: arguments)
        try finishExchange("displaced_document", db)
    }

    /// What was put back is no longer aside, and what went aside is what is kept.
    private func finishExchange(_ table: String, _ db: Database) throws {
        try db.execute(
            sql: "DELETE FROM \(table) WHERE profile_id = :profile AND step = :step",
            arguments: arguments)
        try db.execute(
            sql: "UPDATE \(table) SET step = :step WHERE profile_id = :profile AND step = -:step",
            arguments: arguments)
    }
}
