import Contracts
import GRDB
import StorageCore
import Tracker

/// Rows of `displaced_entry` and `displaced_document`: the rows that a fill replaced or, while the fill is
/// undone, the rows that it added.
struct DisplacedRows {
    /// The change number of the step.
    let step: Int64
    let profile: Int64

    private var arguments: StatementArguments { ["profile": profile, "step": step] }

    /// Displaces all records of a kind.
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

    /// Saves an entry as it was before the step, unless it is saved already.
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

    /// Removes an entry and saves it. A displaced document with the entry's number marks the removal for
    /// redo, when the entry itself is not displaced.
    func remove(_ entry: Entry.ID, _ db: Database) throws {
        let store = try EntryStore(of: profile, db)
        guard let number = try store.row(entry)?.numbered.number else { return }
        try save(entry: number, db)
        try save(TrackerRecords.RecordKey(kind: TrackerRecords.entryKind, id: String(number)), db)
        try store.delete(number: number)
    }

    /// Saves a document as it was before the step, or its absence, unless it is saved already.
    func save(_ record: TrackerRecords.RecordKey, _ db: Database) throws {
        let known = try DocumentStore.document(record, of: profile, db)
        try BulkStatement(
            db, "INSERT OR IGNORE INTO displaced_document VALUES (?, ?, ?, ?, ?, ?)"
        ).run(profile, step, record.kind, record.id, known?.revision, known?.body)
    }

    /// Exchanges the present rows with the displaced ones.
    ///
    /// Requires that no other step changed the records since, which undo and redo in order ensure.
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
        let condition = "WHERE displaced.profile_id = :profile AND displaced.step = :step"
        try db.execute(
            sql: """
                INSERT INTO displaced_document (profile_id, step, kind, id, revision, body)
                SELECT displaced.profile_id, -:step, displaced.kind, displaced.id, present.revision,
                    present.body
                FROM displaced_document AS displaced LEFT JOIN tracked AS present
                ON present.profile_id = displaced.profile_id AND present.kind = displaced.kind
                    AND present.id = displaced.id
                \(condition)
                """, arguments: arguments)
        try db.execute(
            sql: """
                DELETE FROM tracked WHERE profile_id = :profile AND (kind, id) IN (
                    SELECT displaced.kind, displaced.id FROM displaced_document AS displaced \(condition))
                """, arguments: arguments)
        try db.execute(
            sql: """
                INSERT INTO tracked (profile_id, kind, id, revision, body)
                SELECT displaced.profile_id, displaced.kind, displaced.id, displaced.revision,
                    displaced.body
                FROM displaced_document AS displaced \(condition) AND displaced.body IS NOT NULL
                """, arguments: arguments)
        try finishExchange("displaced_document", db)
    }

    /// Deletes the rows that were restored and gives the rows that were displaced the step's number.
    private func finishExchange(_ table: String, _ db: Database) throws {
        try db.execute(
            sql: "DELETE FROM \(table) WHERE profile_id = :profile AND step = :step",
            arguments: arguments)
        try db.execute(
            sql: "UPDATE \(table) SET step = :step WHERE profile_id = :profile AND step = -:step",
            arguments: arguments)
    }
}
