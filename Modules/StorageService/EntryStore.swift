import CivilTime
import Contracts
import FoundationEssentials
import GRDB
import RPC
import Tracking

/// Rows of `entry`.
struct EntryStore: ~Copyable {
    /// An entry as a row, with the change that wrote it last.
    struct Row {
        var numbered: Tracker.NumberedEntry
        var revision: Int64
    }

    private let profile: Int64
    private let find: BulkStatement
    private let put: BulkStatement
    private let delete: BulkStatement

    private static let columns = """
        number, id, activity, day, status, value, slot, source, note, reason, entered_amount, \
        entered_unit, photos, answer, logged_at, revision
        """

    init(of profile: Int64, _ db: Database) throws {
        let find = try BulkStatement(
            db, "SELECT \(Self.columns) FROM entry WHERE profile_id = ? AND id = ?")
        let put = try BulkStatement(
            db,
            """
            INSERT OR REPLACE INTO entry (profile_id, \(Self.columns))
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """)
        let delete = try BulkStatement(
            db, "DELETE FROM entry WHERE profile_id = ? AND number = ?")
        self.profile = profile
        self.find = find
        self.put = put
        self.delete = delete
    }

    borrowing func row(_ id: Entry.ID) throws -> Row? {
        try find.start(profile, id.rawValue)
        return try find.next() ? Row(find) : nil
    }

    borrowing func put(_ row: Row) throws {
        let entry = row.numbered.entry
        try put.run(
            profile, row.numbered.number, entry.id.rawValue, entry.activity.rawValue,
            entry.day.days, entry.outcome.isCompleted ? "completed" : "skipped",
            entry.outcome.value, entry.slot?.rawValue, entry.source.rawValue, entry.note,
            entry.outcome.skipReason, entry.entered?.amount, entry.entered?.unit,
            entry.photos.isEmpty ? nil : try JSONBody.encode(entry.photos).text,
            try entry.answer.map { try JSONBody.encode($0).text }, entry.loggedAt, row.revision)
    }

    borrowing func delete(number: Int64) throws {
        try delete.run(profile, number)
    }

    /// The number for the entry that is logged next.
    static func nextNumber(of profile: Int64, _ db: Database) throws -> Int64 {
        let statement = try db.cachedStatement(
            sql: "SELECT max(number) FROM entry WHERE profile_id = ?")
        return (try Int64.fetchOne(statement, arguments: [profile]) ?? 0) + 1
    }

    /// Up to `limit` entries that were logged after the one with the number.
    static func page(
        of profile: Int64, after number: Int64, limit: Int, _ db: Database
    ) throws -> [Tracker.NumberedEntry] {
        let list = try BulkStatement(
            db,
            """
            SELECT \(columns) FROM entry WHERE profile_id = ? AND number > ? ORDER BY number LIMIT ?
            """)
        try list.start(profile, number, Int64(limit))
        var entries: [Tracker.NumberedEntry] = []
        while try list.next() { entries.append(try Row(list).numbered) }
        return entries
    }
}

extension EntryStore.Row {
    fileprivate init(_ row: borrowing BulkStatement) throws {
        func text(_ column: Int32) -> String? { row.isNull(column) ? nil : row.text(column) }
        let value = row.isNull(5) ? nil : row.double(5)
        let entry = Entry(
            id: Entry.ID(row.text(1)), activity: Activity.ID(row.text(2)),
            day: CivilDate(days: row.int32(3)),
            outcome: row.text(4) == "completed"
                ? .completed(value: value) : .skipped(reason: text(9)),
            slot: text(6).flatMap(Slot.init(rawValue:)), note: text(8),
            photos: try text(12).map {
                try JSONBody.decode([String: String].self, from: Bytes($0))
            } ?? [:],
            answer: try text(13).map { try JSONBody.decode(Answer.self, from: Bytes($0)) },
            source: EntrySource(rawValue: row.text(7)) ?? .person,
            entered: text(11).map { EnteredValue(amount: row.double(10), unit: $0) },
            loggedAt: row.isNull(14) ? nil : row.int64(14))
        numbered = Tracker.NumberedEntry(number: row.int64(0), entry: entry)
        revision = row.int64(15)
    }
}
