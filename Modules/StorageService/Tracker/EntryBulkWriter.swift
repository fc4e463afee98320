import CivilTime
import Contracts
import GRDB
import RPC
import StorageCore
import Tracker

/// Inserts many entries at once, numbered in their order.
struct EntryBulkWriter {
    let displaced: DisplacedRows
    /// The number of the first added entry.
    let first: Int64
    /// The checksums of the connection; nil if it has none.
    let checksums: RowChecksums?

    /// Fewer rows are inserted with the indexes in place.
    private static let indexRebuildMinimum = 10_000

    /// Inserts `count` entries; an entry with a known identifier keeps its number.
    /// - Returns: The numbers that were assigned.
    func insert(
        _ pages: [Packet<FillPage>], count: Int, _ db: Database
    ) throws -> Range<Int64> {
        if try shouldRebuildIndexes(count, db), let added = try insertUnindexed(pages, db) {
            return added
        }
        try DatabaseFile.useLargeCache(db)
        defer { DatabaseFile.useDefaultCache(db) }
        return try insertOneByOne(pages, db)
    }

    private func insertOneByOne(
        _ pages: [Packet<FillPage>], _ db: Database
    ) throws -> Range<Int64> {
        let store = try EntryStore(of: displaced.profile, db)
        var added = first..<first
        for page in pages {
            let rows = try page.rows()
            for row in rows.indices {
                let entry = try rows.entry(row).entry
                let known = try store.row(entry.id)?.numbered.number
                if let known, !added.contains(known) { try displaced.save(entry: known, db) }
                try store.save(
                    EntryRow(
                        numbered: TrackerRecords.NumberedEntry(
                            number: known ?? added.upperBound, entry: entry),
                        revision: displaced.step))
                if known == nil { added = first..<added.upperBound + 1 }
            }
        }
        return added
    }

    /// Inserts into the table without indexes and creates them at the end, where each is sorted and written
    /// once: inserting unordered keys into an index costs more than the rows.
    /// - Returns: Nil, with nothing changed, if two of the entries have the same identifier.
    private func insertUnindexed(
        _ pages: [Packet<FillPage>], _ db: Database
    ) throws -> Range<Int64>? {
        let indexes = try Row.fetchAll(
            db,
            sql: """
                SELECT name, sql FROM sqlite_schema
                WHERE type = 'index' AND tbl_name = 'entry' AND sql IS NOT NULL
                """)
        var next = first
        let progress = checksums?.progress
        do {
            try db.inSavepoint {
                for index in indexes { try db.execute(sql: "DROP INDEX \(index[0] as String)") }
                for page in pages { try add(page.rows(), from: &next, db) }
                try DatabaseFile.withSortingInFiles(db) {
                    for index in indexes { try db.execute(sql: index[1]) }
                }
                return .commit
            }
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
            if let progress { checksums?.restore(progress) }
            return nil
        }
        return first..<next
    }

    /// Inserts rows directly from their columns.
    private func add(_ rows: EntryPageRows, from next: inout Int64, _ db: Database) throws {
        let activities = try rows.activities.map {
            try ActivityNumbers.ensureNumber(of: $0, profile: displaced.profile, db)
        }
        let several = try Self.statement(rows: Self.rowsInStatement, db)
        let single = try Self.statement(rows: 1, db)
        var rest = rows.indices
        while rest.count >= Self.rowsInStatement {
            let group = rest.prefix(Self.rowsInStatement)
            try insert(group, of: rows, activities, from: &next, with: several)
            rest = rest.dropFirst(group.count)
        }
        for row in rest {
            try insert(row..<(row + 1), of: rows, activities, from: &next, with: single)
        }
    }

    /// The rows that one statement inserts: the cost of a statement exceeds that of a row.
    private static let rowsInStatement = 50

    /// OR FAIL: a row that violates a constraint ends the savepoint, so SQLite need not be able to roll back the
    /// statement alone, for which it would copy each changed page.
    private static func statement(rows: Int, _ db: Database) throws -> BulkStatement {
        let row = "(\(repeatElement("?", count: columnCount).joined(separator: ", ")))"
        return try BulkStatement(
            db,
            """
            INSERT OR FAIL INTO entry (profile_id, \(EntryStore.columns))
            VALUES \(repeatElement(row, count: rows).joined(separator: ", "))
            """)
    }

    private static let columnCount = 20

    /// Inserts as many rows as the statement has.
    private func insert(
        _ group: Range<Int>, of rows: EntryPageRows, _ activities: [Int64], from next: inout Int64,
        with statement: borrowing BulkStatement
    ) throws {
        var sum = RowSum()
        var hasher = RowHasher()
        for row in group {
            hasher.reset()
            try bind(
                row, of: rows, activities[rows.activityIndex(row)], next, to: statement,
                after: Int32((row - group.lowerBound) * Self.columnCount), hashing: &hasher)
            sum.add(hasher.hash)
            next += 1
        }
        guard let checksums else { return try statement.runBound() }
        let entries = RowSet(table: "entry", profile: displaced.profile)
        try checksums.insert(sum, into: entries) { try statement.runBound() }
    }

    /// Binds the values of an entry, each by a call of its own: a call with all of them is not specialised for
    /// their types and takes longer than the insert of the row.
    private func bind(
        _ row: Int, of rows: EntryPageRows, _ activity: Int64, _ number: Int64,
        to statement: borrowing BulkStatement, after first: Int32, hashing hasher: inout RowHasher
    ) throws {
        func bind(_ value: some RowValue, _ column: Int32) throws {
            try statement.bind(value, at: first + column, hashing: &hasher)
        }
        try bind(displaced.profile, 1)
        try bind(number, 2)
        try rows.withID(row) { try bind(EntryKey(utf8: $0), 3) }
        try bind(activity, 4)
        try bind(rows.day(row).days, 5)
        try bind(Int64(rows.isCompleted(row) ? 1 : 0), 6)
        try bind(rows.value(row), 7)
        try bind(rows.slot(row)?.rawValue, 8)
        try bind(rows.source(row).stored, 9)
        let extras = try rows.hasExtras(row) ? EntryExtras(rows.entry(row).entry) : nil
        try bind(extras?.note, 10)
        try bind(extras?.reason, 11)
        try bind(extras?.entered?.amount, 12)
        try bind(extras?.entered?.unit, 13)
        try bind(extras?.storedPhotos, 14)
        try bind(extras?.storedAnswer, 15)
        try bind(extras?.storedMood, 16)
        try bind(extras?.place, 17)
        try bind(rows.loggedAt(row), 18)
        try bind(displaced.step, 19)
        try bind(rows.style(row), 20)
    }

    /// True if the profile has no entries and the table has fewer rows than are to be inserted.
    private func shouldRebuildIndexes(_ count: Int, _ db: Database) throws -> Bool {
        guard count >= Self.indexRebuildMinimum else { return false }
        let isEmpty = try Bool.fetchOne(
            db, sql: "SELECT NOT EXISTS (SELECT 1 FROM entry WHERE profile_id = ?)",
            arguments: [displaced.profile])
        let others = try Int.fetchOne(
            db, sql: "SELECT count(*) FROM (SELECT 1 FROM entry LIMIT ?)", arguments: [count])
        return isEmpty == true && (others ?? 0) < count
    }
}
