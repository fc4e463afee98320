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
                try save(entry, as: known ?? added.upperBound, store)
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
            return nil
        }
        return first..<next
    }

    /// Inserts rows directly from their columns.
    private func add(_ rows: EntryPageRows, from next: inout Int64, _ db: Database) throws {
        let store = try EntryStore(of: displaced.profile, db)
        let activities = try rows.activities.map {
            try ActivityNumbers.ensureNumber(of: $0, profile: displaced.profile, db)
        }
        let add = try BulkStatement(
            db,
            """
            INSERT INTO entry (profile_id, number, id, activity, day, is_completed, value, slot,
                source, logged_at, revision, style)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """)
        try add.bind(displaced.profile, at: 1)
        try add.bind(displaced.step, at: 11)
        for row in rows.indices {
            if rows.hasExtras(row) {
                try save(rows.entry(row).entry, as: next, store)
            } else {
                try add.bind(next, at: 2)
                try rows.withID(row) { try add.bind(EntryKey(utf8: $0), at: 3) }
                try add.bind(activities[rows.activityIndex(row)], at: 4)
                try add.bind(rows.day(row).days, at: 5)
                try add.bind(Int64(rows.isCompleted(row) ? 1 : 0), at: 6)
                try add.bind(rows.value(row), at: 7)
                try add.bind(rows.slot(row)?.rawValue, at: 8)
                try add.bind(rows.source(row).stored, at: 9)
                try add.bind(rows.loggedAt(row), at: 10)
                try add.bind(rows.style(row), at: 12)
                try add.runBound()
            }
            next += 1
        }
    }

    private func save(
        _ entry: Entry, as number: Int64, _ store: borrowing EntryStore
    ) throws {
        try store.save(
            EntryRow(
                numbered: TrackerRecords.NumberedEntry(number: number, entry: entry),
                revision: displaced.step))
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
