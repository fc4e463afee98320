import CSQLiteHooks
import CXXHash
import GRDB
import GRDBSQLite
import Glibc

/// Updates the checksums of rows with every row that the writing connection changes, through SQLite's
/// preupdate hook, so that no statement can omit it.
///
/// Used only on the queue of the writing connection.
final class RowChecksums: @unchecked Sendable {
    // Unchecked: all state is confined to the writing connection's queue.

    /// The changes of the current transaction; restored when a savepoint is rolled back.
    struct Progress {
        private var known: [RowSet: RowSum] = [:]
        /// The set that was changed last: most rows follow a row of the same set.
        private var recent: RowSet?
        /// The sum of the set that was changed last, which `known` does not have yet.
        private var recentSum = RowSum()
        fileprivate var newest: AcknowledgedChange?
        /// True if the sums are complete: a set without one has no rows.
        fileprivate var isRestarted = false

        fileprivate init() {}

        /// Progress that begins with the sums of all sets.
        fileprivate init(restartedWith sums: [RowSet: RowSum], newest: AcknowledgedChange?) {
            known = sums
            self.newest = newest
            isRestarted = true
        }

        /// The sums of the changed sets.
        fileprivate var sums: [RowSet: RowSum] {
            guard let recent else { return known }
            return known.merging([recent: recentSum]) { $1 }
        }

        /// Changes the sum of a set; `committed` are the sums before the transaction.
        fileprivate mutating func update(
            _ set: RowSet, after committed: [RowSet: RowSum], _ change: (inout RowSum) -> Void
        ) {
            if recent != set {
                if let recent { known[recent] = recentSum }
                recentSum = known[set] ?? (isRestarted ? nil : committed[set]) ?? RowSum()
                recent = set
            }
            change(&recentSum)
        }
    }

    private var tables: [String: ChecksummedTable] = [:]
    /// The table of the last change; nil if it has no checksums.
    private var recentTable: ChecksummedTable?
    /// The committed sums.
    private var committed: [RowSet: RowSum] = [:]
    private(set) var progress = Progress()
    /// The result code for a row that the hook could not read; the transaction fails with it.
    private var failure: ResultCode?
    private var hasher = RowHasher()
    /// The table of ``insert(_:into:_:)``; nil outside of it.
    private var countedTable: String?
    /// The number of rows that its statement has inserted.
    private var countedRows: Int64 = 0
    /// The newest committed change since the last ``popNewest()``.
    private var newest: AcknowledgedChange?

    /// Installs the hook. The connection must be closed before this object is deallocated.
    func observe(_ db: Database) throws {
        try reload(db)
        sqlite3_preupdate_hook(
            db.sqliteConnection,
            { context, db, operation, database, table, _, _ in
                guard let context, let db, let database, let table, strcmp(database, "main") == 0
                else { return }
                Unmanaged<RowChecksums>.fromOpaque(context).takeUnretainedValue()
                    .recordWrite(operation, table, db)
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    func stop(_ db: Database) { sqlite3_preupdate_hook(db.sqliteConnection, nil, nil) }

    /// Loads the stored sums.
    private func reload(_ db: Database) throws {
        tables = Dictionary(
            uniqueKeysWithValues: try ChecksummedTable.all(db).map { ($0.name, $0) })
        committed = try RowSumStore.all(db)
        discard()
    }

    /// Replaces the sums by those that the transaction has written itself.
    func restart(_ db: Database) throws {
        progress = Progress(restartedWith: try RowSumStore.all(db), newest: progress.newest)
    }

    /// Writes the changed sums; to be called before the commit.
    func flush(_ db: Database) throws {
        if let failure {
            throw DatabaseError(
                resultCode: failure, message: "the checksum of a row cannot be computed")
        }
        let sums = progress.sums
        guard !sums.isEmpty else { return }
        try RowSumStore.save(sums, db)
    }

    /// Applies the changes of a committed transaction.
    func commit() {
        if progress.isRestarted {
            committed = progress.sums
        } else {
            committed.merge(progress.sums) { $1 }
        }
        newest = progress.newest ?? newest
        discard()
    }

    /// The newest committed change since the last call; nil if nothing was committed.
    func popNewest() -> AcknowledgedChange? {
        defer { newest = nil }
        return newest
    }

    /// Drops the changes of a transaction that was rolled back.
    func discard() { restore(Progress()) }

    /// Returns to an earlier progress after a savepoint was rolled back.
    func restore(_ progress: Progress) {
        self.progress = progress
        failure = nil
    }

    /// Runs a statement that inserts rows into a set and does nothing else. `rows` is the sum of their hashes,
    /// which the caller computes from the values that it binds: to read a row back takes longer than its insert.
    /// - Throws: The errors of the statement, and SQLITE_INTERNAL if it inserts another number of rows.
    func insert(_ rows: RowSum, into set: RowSet, _ statement: () throws -> Void) throws {
        (countedTable, countedRows) = (set.table, 0)
        defer { countedTable = nil }
        try statement()
        guard countedRows == rows.rows else {
            throw DatabaseError(
                resultCode: .SQLITE_INTERNAL,
                message: "a statement inserted \(countedRows) rows instead of \(rows.rows)")
        }
        progress.update(set, after: committed) { $0.add(rows) }
    }

    private func recordWrite(
        _ operation: Int32, _ name: UnsafePointer<CChar>, _ db: OpaquePointer
    ) {
        guard let table = table(named: name) else { return }
        if operation == SQLITE_INSERT, table.name == countedTable { return countedRows += 1 }
        if operation != SQLITE_INSERT {
            updateSum(table, db, sqlite3_preupdate_old) { $0.remove($1) }
        }
        if operation != SQLITE_DELETE {
            updateSum(table, db, sqlite3_preupdate_new) { $0.add($1) }
            if operation == SQLITE_INSERT, table.name == "change" { recordChange(db) }
        }
    }

    private func table(named name: UnsafePointer<CChar>) -> ChecksummedTable? {
        if let recentTable, recentTable.isNamed(name) { return recentTable }
        recentTable = tables[String(cString: name)]
        return recentTable
    }

    private typealias Read = (
        OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?
    ) -> Int32

    private func updateSum(
        _ table: ChecksummedTable, _ db: OpaquePointer, _ read: Read,
        _ count: (inout RowSum, XXH128_hash_t) -> Void
    ) {
        var profile: Int64 = 0
        let code = Self.hash(table, db, read, &hasher, &profile)
        guard code == SQLITE_OK else { return failure = ResultCode(rawValue: code) }
        let hash = hasher.hash
        progress.update(RowSet(table: table.name, profile: profile), after: committed) {
            count(&$0, hash)
        }
    }

    /// Hashes the row that is being changed and reads its profile.
    /// - Returns: SQLite's result code.
    private static func hash(
        _ table: ChecksummedTable, _ db: OpaquePointer, _ read: Read, _ hasher: inout RowHasher,
        _ profile: inout Int64
    ) -> Int32 {
        hasher.reset()
        for column in 0..<table.columns {
            var value: OpaquePointer?
            let code = read(db, column, &value)
            guard code == SQLITE_OK else { return code }
            hasher.append(value)
            if column == table.profileColumn { profile = sqlite3_value_int64(value) }
        }
        return SQLITE_OK
    }

    /// Records a row that is being inserted into the change log.
    private func recordChange(_ db: OpaquePointer) {
        var row = AcknowledgedChange.Row()
        for column in AcknowledgedChange.columns {
            var value: OpaquePointer?
            let code = sqlite3_preupdate_new(db, column, &value)
            guard code == SQLITE_OK else { return failure = ResultCode(rawValue: code) }
            row.append(value, column)
        }
        progress.newest = row.change
    }
}
