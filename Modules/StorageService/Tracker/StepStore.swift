import Contracts
import GRDB
import RPC

/// Rows of `step`: what is undone and made again together.
struct StepRow: Sendable {
    var first: Int64
    var last: Int64
    var summary: String
    /// It took very many records in at once, which the log has one line of.
    var isFill: Bool
    /// The numbers of the entries that a fill added; none when the last is before the first.
    var firstEntry: Int64
    var lastEntry: Int64
    var hasReplacedEntries: Bool

    /// So many of the newest fills can be undone, whatever they hold, which may be a whole profile each.
    private static let minimumFills = 3
    /// Others before them can as long as the fills hold no more rows than these together, and are no
    /// more than these.
    private static let filledRows: Int64 = 1_000_000
    private static let fillLimit = 1000

    private init(_ row: borrowing BulkStatement) {
        first = row.int64(0)
        last = row.int64(1)
        summary = row.text(2)
        isFill = row.int64(3) != 0
        firstEntry = row.int64(4)
        lastEntry = row.int64(5)
        hasReplacedEntries = row.int64(6) != 0
    }

    /// Adds a step after those that hold; what was undone cannot be made again then.
    static func add(
        _ summary: String, first: Int64, last: Int64, of profile: Int64, _ db: Database
    ) throws {
        try deleteUndone(of: profile, db)
        try BulkStatement(
            db,
            "INSERT INTO step (profile_id, first_change, last_change, summary) VALUES (?, ?, ?, ?)"
        ).run(profile, first, last, summary)
    }

    /// Adds a step that took in very many records, whose other side is in ``DisplacedRows``.
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

    /// They are the last ones: nothing is looked at but them and the one before.
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

    /// Forgets the fills that hold too much with those after them, and the steps before them.
    static func deleteOldFills(of profile: Int64, _ db: Database) throws {
        let fills = try BulkStatement(
            db,
            """
            SELECT first_change, (
                SELECT count(*) FROM displaced_entry AS kept
                WHERE kept.profile_id = step.profile_id AND kept.step = first_change) + (
                SELECT count(*) FROM displaced_document AS kept
                WHERE kept.profile_id = step.profile_id AND kept.step = first_change)
            FROM step WHERE profile_id = ? AND is_fill = 1 ORDER BY first_change DESC
            """)
        try fills.start(profile)
        var (count, rows): (Int, Int64) = (0, 0)
        while try fills.next() {
            count += 1
            rows += fills.int64(1)
            guard count > minimumFills, rows > filledRows || count > fillLimit else { continue }
            return try delete(through: fills.int64(0), of: profile, db)
        }
    }

    /// The step that can be undone, or made again.
    /// - Throws: FAILED_PRECONDITION when there is none.
    static func next(
        _ turn: TrackerRecords.UndoDirection, of profile: Int64, _ db: Database
    ) throws -> StepRow {
        switch turn {
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

    /// The changes of a step of the tracker, oldest first.
    /// - Throws: ABORTED for one that corrects a sample.
    func trackerChanges(of profile: Int64, _ db: Database) throws -> [Changes.Change] {
        let changes = try changes(of: profile, db)
        guard !changes.contains(where: { $0.kind == TrackerRecords.sampleKind }) else {
            throw StorageError.sampleStep
        }
        return changes
    }

    /// The step, as who undoes it or makes it again has to know it.
    func next(
        _ turn: TrackerRecords.UndoDirection, of profile: Int64, _ db: Database
    ) throws -> TrackerRecords.NextResponse {
        var sample: TrackerRecords.CorrectedSample?
        if !isFill, let change = try changes(of: profile, db).first,
            change.kind == TrackerRecords.sampleKind
        {
            let text = turn == .undo ? change.before : change.after
            sample = TrackerRecords.CorrectedSample(
                original: try SampleReference(text: change.key),
                correction: try text.map {
                    try JSONBody.decode(Correction.self, from: Bytes($0))
                })
        }
        return TrackerRecords.NextResponse(step: first, summary: summary, sample: sample)
    }

    /// Forgets the steps up to the one that holds a change.
    static func delete(through change: Int64, of profile: Int64, _ db: Database) throws {
        try db.execute(
            sql: "DELETE FROM step WHERE profile_id = ? AND first_change <= ?",
            arguments: [profile, change])
    }
}

extension TrackerRecords.UndoDirection {
    var method: Method<TrackerRecords.FingerprintRequest, TrackerRecords.ApplyResponse> {
        self == .undo ? TrackerRecords.undo : TrackerRecords.redo
    }
}
