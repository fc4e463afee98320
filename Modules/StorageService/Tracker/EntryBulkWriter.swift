import Contracts
import GRDB
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
    /// The pages of more entries do not fit the larger cache. Sorting their keys in parts, by a second thread while
    /// the first reads the rows, then takes less time and memory.
    private static let cachedEntries = 150_000

    /// The new entries of a fill, which another thread orders; nil if they are to be inserted one by one.
    func preparation(
        of fill: Fill, _ db: Database
    ) throws -> Computation<EntryPreparation>? {
        guard try shouldRebuildIndexes(fill.entries, db) else { return nil }
        let activities = try fill.pages.map { rows in
            try rows.activities.map {
                try ActivityNumbers.ensureNumber(of: $0, profile: displaced.profile, db)
            }
        }
        return Computation { [first, displaced] in
            EntryPreparation(
                fill: fill, places: FillOrder.places(of: fill, activities), activities: activities,
                first: first, profile: displaced.profile, revision: displaced.step)
        }
    }

    /// Inserts the entries of a fill; an entry with a known identifier keeps its number.
    /// - Returns: The numbers that were assigned.
    func insert(
        _ fill: Fill, _ preparation: Computation<EntryPreparation>?, _ db: Database
    ) throws -> Range<Int64> {
        if let preparation = try preparation?.value() {
            let insertion = { try insertUnindexed(preparation, db) }
            let added =
                try fill.entries <= Self.cachedEntries
                ? DatabaseFile.withCache(.orderedKeys, db, insertion) : insertion()
            if let added { return added }
        }
        return try DatabaseFile.withCache(.unorderedKeys, db) { try insertOneByOne(fill, db) }
    }

    private func insertOneByOne(
        _ fill: Fill, _ db: Database
    ) throws -> Range<Int64> {
        let store = try EntryStore(of: displaced.profile, db)
        var added = first..<first
        for rows in fill.pages {
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
    /// once: inserting unordered keys into an index costs more than the rows. The index by day remains if the
    /// entries have its order, since it then costs less to append to it than to create it.
    /// - Returns: Nil, with nothing changed, if two of the entries have the same identifier.
    private func insertUnindexed(
        _ preparation: EntryPreparation, _ db: Database
    ) throws -> Range<Int64>? {
        let indexes = try Row.fetchAll(
            db,
            sql: """
                SELECT name, sql FROM sqlite_schema
                WHERE type = 'index' AND tbl_name = 'entry' AND sql IS NOT NULL
                    AND NOT (:isOrdered AND name = 'entry_by_day')
                """, arguments: ["isOrdered": preparation.isOrderedByDay])
        let progress = checksums?.progress
        do {
            try db.inSavepoint {
                for index in indexes { try db.execute(sql: "DROP INDEX \(index[0] as String)") }
                try insertRows(preparation, db)
                try DatabaseFile.withSortingInFiles(db) {
                    for index in indexes { try db.execute(sql: index[1]) }
                }
                return .commit
            }
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
            if let progress { checksums?.restore(progress) }
            return nil
        }
        return first..<first + Int64(preparation.places.count)
    }

    /// Inserts rows directly from their columns. Another thread decodes and hashes each block while SQLite
    /// inserts the one before.
    private func insertRows(_ preparation: EntryPreparation, _ db: Database) throws {
        var several = try EntryInsertion(
            rows: EntryPreparation.rowsInStatement, into: displaced, checksums: checksums, db)
        var single = try EntryInsertion(rows: 1, into: displaced, checksums: checksums, db)
        var blocks = ComputedAhead(count: preparation.blocks) { try preparation.block($0) }
        while let block = try blocks.next() {
            for rows in block {
                if rows.entries.count > 1 {
                    try several.insert(rows)
                } else {
                    try single.insert(rows)
                }
            }
        }
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
