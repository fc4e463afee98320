import CivilTime
import Contracts
import FoundationEssentials
import GRDB
import RPC
import StorageCore
import Tracker

/// Rows of `entry`.
struct EntryStore: ~Copyable {
    private let profile: Int64
    private let db: Database
    private let find: BulkStatement
    private let save: BulkStatement
    private let delete: BulkStatement

    /// All columns except `profile_id`.
    static let columns = """
        number, id, activity, day, is_completed, value, slot, source, note, reason, \
        entered_amount, entered_unit, photos, answer, mood, place, logged_at, revision, style
        """

    init(of profile: Int64, _ db: Database) throws {
        let find = try BulkStatement(
            db,
            """
            SELECT \(Self.columns), (
                SELECT named.id FROM entry_activity AS named
                WHERE named.profile_id = entry.profile_id AND named.number = entry.activity)
            FROM entry WHERE profile_id = ? AND id = ?
            """)
        let save = try BulkStatement(
            db,
            """
            INSERT OR REPLACE INTO entry (profile_id, \(Self.columns))
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """)
        let delete = try BulkStatement(
            db, "DELETE FROM entry WHERE profile_id = ? AND number = ?")
        self.profile = profile
        self.db = db
        self.find = find
        self.save = save
        self.delete = delete
    }

    borrowing func row(_ id: Entry.ID) throws -> EntryRow? {
        try find.start(profile, EntryKey(id))
        return try find.next() ? EntryRow(find) : nil
    }

    borrowing func save(_ row: EntryRow) throws {
        let entry = row.numbered.entry
        let extras = EntryExtras(entry)
        try save.run(
            profile, row.numbered.number, EntryKey(entry.id),
            ActivityNumbers.ensureNumber(of: entry.activity, profile: profile, db),
            entry.day.days, Int64(entry.outcome.isCompleted ? 1 : 0), entry.outcome.value,
            entry.slot?.rawValue, entry.source.stored, extras?.note, extras?.reason,
            extras?.entered?.amount, extras?.entered?.unit, extras?.storedPhotos,
            extras?.storedAnswer, extras?.storedMood, extras?.place, entry.loggedAt, row.revision,
            entry.style)
    }

    borrowing func delete(number: Int64) throws {
        try delete.run(profile, number)
    }

    /// The number for the next new entry.
    static func nextNumber(of profile: Int64, _ db: Database) throws -> Int64 {
        let statement = try db.cachedStatement(
            sql: "SELECT max(number) FROM entry WHERE profile_id = ?")
        return (try Int64.fetchOne(statement, arguments: [profile]) ?? 0) + 1
    }

    /// Up to `limit` entries after a number, fewer if their texts fill a page. The rows are decoded directly
    /// into columns, since loading a profile reads hundreds of thousands of entries.
    static func page(
        of profile: Int64, after number: Int64, limit: Int, _ db: Database
    ) throws -> Packet<EntryPage> {
        let list = try BulkStatement(
            db,
            """
            SELECT \(columns) FROM entry WHERE profile_id = ? AND number > ? ORDER BY number LIMIT ?
            """)
        try list.start(profile, number, Int64(limit))
        var writer = EntryPageWriter()
        let activities = try ActivityNumbers.all(of: profile, db)
        var indexes: [Int64: Int32] = [:]
        var extraBytes = 0
        while extraBytes < WireLimits.pageBytes, try list.next() {
            let number = list.int64(2)
            let index = try indexes[number] ?? writer.index(of: activities.activity(number))
            indexes[number] = index
            let extras = try list.extras().map { try JSONBody.encode($0) }
            list.withID { id in
                writer.add(
                    list.int64(0), id: id, at: index, on: CivilDate(days: list.int32(3)),
                    isCompleted: list.isCompleted,
                    value: list.value, slot: list.slot, source: list.source,
                    loggedAt: list.loggedAt, style: list.style, extras: extras)
            }
            extraBytes += list.extraBytes
        }
        let isCut = writer.count == limit || extraBytes >= WireLimits.pageBytes
        return writer.page(next: isCut ? writer.lastNumber : nil)
    }
}

extension EntryRow {
    fileprivate init(_ row: borrowing BulkStatement) throws {
        let extras = try row.extras()
        let entry = Entry(
            id: row.withID { Entry.ID(String(decoding: $0, as: UTF8.self)) },
            activity: Activity.ID(row.text(19)), day: CivilDate(days: row.int32(3)),
            outcome: row.isCompleted
                ? .completed(value: row.value) : .skipped(reason: extras?.reason),
            slot: row.slot, note: extras?.note, photos: extras?.photos ?? [:],
            answer: extras?.answer, mood: extras?.mood, place: extras?.place, source: row.source,
            entered: extras?.entered, loggedAt: row.loggedAt, style: row.style)
        self.init(
            numbered: TrackerRecords.NumberedEntry(number: row.int64(0), entry: entry),
            revision: row.int64(17))
    }
}

/// Accessors for the columns of ``EntryStore/columns``.
extension BulkStatement {
    /// Calls `body` with the text of the identifier.
    borrowing func withID<Value>(
        _ body: (UnsafeBufferPointer<UInt8>) throws -> Value
    ) rethrows -> Value {
        if isText(1) { return try withText(1, body) }
        return try withBytes(1) { try EntryKey.withText(of: $0, body) }
    }

    fileprivate var isCompleted: Bool { int64(4) != 0 }
    fileprivate var value: Double? { isNull(5) ? nil : double(5) }
    fileprivate var slot: Slot? { isNull(6) ? nil : Slot(rawValue: text(6)) }
    fileprivate var source: EntrySource {
        isNull(7) ? .person : EntrySource(rawValue: text(7)) ?? .person
    }
    fileprivate var loggedAt: Int64? { isNull(16) ? nil : int64(16) }
    fileprivate var style: Int32? { isNull(18) ? nil : int32(18) }

    /// The size of the columns that few entries have.
    fileprivate var extraBytes: Int {
        Self.extraColumns.reduce(0) { isNull($1) ? $0 : $0 + byteCount($1) }
    }

    private static var extraColumns: ClosedRange<Int32> { 8...15 }

    /// The values that few entries have; nil if all of them are NULL.
    fileprivate borrowing func extras() throws -> EntryExtras? {
        guard Self.extraColumns.contains(where: { !isNull($0) }) else { return nil }
        return EntryExtras(
            note: isNull(8) ? nil : text(8), reason: isNull(9) ? nil : text(9),
            photos: isNull(12)
                ? nil : try JSONBody.decode([String: String].self, from: Bytes(text(12))),
            answer: isNull(13) ? nil : try JSONBody.decode(Answer.self, from: Bytes(text(13))),
            entered: isNull(11) ? nil : EnteredValue(amount: double(10), unit: text(11)),
            mood: isNull(14) ? nil : Int(int64(14)), place: isNull(15) ? nil : text(15))
    }
}

/// The values of the columns of few entries.
extension EntryExtras {
    var storedPhotos: String? {
        get throws { try photos.map { try JSONBody.encode($0).text } }
    }

    var storedAnswer: String? {
        get throws { try answer.map { try JSONBody.encode($0).text } }
    }

    var storedMood: Int64? { mood.map(Int64.init) }
}

extension EntrySource {
    /// The value of the column `source`; nil for a person, the source of most entries.
    var stored: String? { self == .person ? nil : rawValue }
}

extension [Int64: Activity.ID] {
    /// - Throws: SQLITE_CORRUPT if `entry_activity` lacks the number.
    fileprivate func activity(_ number: Int64) throws -> Activity.ID {
        guard let activity = self[number] else {
            throw DatabaseError(
                resultCode: .SQLITE_CORRUPT, message: "entry_activity has no number \(number)")
        }
        return activity
    }
}
