import CSQLiteHooks
import CXXHash
import GRDB
import GRDBSQLite
import Glibc

/// Keeps the checksums of rows up to date with every row that the writing connection changes, by SQLite's
/// preupdate hook: no statement can forget it.
///
/// Used on the queue of the one connection that writes, and on no other.
final class RowChecksums: @unchecked Sendable {
    // Unchecked: everything here is of the writing connection's queue.

    /// What a transaction has changed so far; restored when a part of it is undone.
    struct Progress {
        fileprivate var sums: [RowSet: RowSum] = [:]
        fileprivate var newest: AcknowledgedChange?
        /// Sets that are not among the sums have no rows.
        fileprivate var isRestarted = false
    }

    private var tables: [String: ChecksummedTable] = [:]
    /// As they are committed.
    private var committed: [RowSet: RowSum] = [:]
    private(set) var progress = Progress()
    /// A row that could not be read while it was changed.
    private var failure: ResultCode?
    private var hasher = RowHasher()
    /// The newest change that is committed and that nobody has taken.
    private var newest: AcknowledgedChange?

    /// Observes a connection from now on, which must be closed before this object goes.
    func observe(_ db: Database) throws {
        try reload(db)
        sqlite3_preupdate_hook(
            db.sqliteConnection,
            { context, db, operation, database, table, _, _ in
                guard let context, let db, let database, let table, strcmp(database, "main") == 0
                else { return }
                Unmanaged<RowChecksums>.fromOpaque(context).takeUnretainedValue()
                    .recordWrite(operation, String(cString: table), db)
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    func stop(_ db: Database) { sqlite3_preupdate_hook(db.sqliteConnection, nil, nil) }

    /// Reads the sums as they are stored.
    private func reload(_ db: Database) throws {
        tables = Dictionary(
            uniqueKeysWithValues: try ChecksummedTable.all(db).map { ($0.name, $0) })
        committed = try RowSumStore.all(db)
        discard()
    }

    /// Begins again with the sums that the transaction has written itself.
    func restart(_ db: Database) throws {
        progress.sums = try RowSumStore.all(db)
        progress.isRestarted = true
    }

    /// Writes what the transaction changed; to be called before it is committed.
    func flush(_ db: Database) throws {
        if let failure {
            throw DatabaseError(
                resultCode: failure, message: "the checksum of a row cannot be computed")
        }
        guard !progress.sums.isEmpty else { return }
        try RowSumStore.save(progress.sums, db)
    }

    /// The transaction is committed.
    func commit() {
        if progress.isRestarted {
            committed = progress.sums
        } else {
            committed.merge(progress.sums) { $1 }
        }
        newest = progress.newest ?? newest
        discard()
    }

    /// The newest change since the last call; nil when there is none.
    func popNewest() -> AcknowledgedChange? {
        defer { newest = nil }
        return newest
    }

    /// The transaction is undone.
    func discard() { restore(Progress()) }

    /// A part of the transaction is undone.
    func restore(_ progress: Progress) {
        self.progress = progress
        failure = nil
    }

    private func recordWrite(_ operation: Int32, _ name: String, _ db: OpaquePointer) {
        guard let table = tables[name] else { return }
        if operation != SQLITE_INSERT {
            updateSum(table, db, sqlite3_preupdate_old) { $0.remove($1) }
        }
        if operation != SQLITE_DELETE {
            updateSum(table, db, sqlite3_preupdate_new) { $0.add($1) }
            if operation == SQLITE_INSERT, name == "change" { recordChange(db) }
        }
    }

    private typealias Read = (
        OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?
    ) -> Int32

    private func updateSum(
        _ table: ChecksummedTable, _ db: OpaquePointer, _ read: Read,
        _ count: (inout RowSum, XXH128_hash_t) -> Void
    ) {
        hasher.reset()
        var profile: Int64 = 0
        for column in 0..<table.columns {
            var value: OpaquePointer?
            let code = read(db, column, &value)
            guard code == SQLITE_OK else { return failure = ResultCode(rawValue: code) }
            hasher.append(value)
            if column == table.profileColumn { profile = sqlite3_value_int64(value) }
        }
        let set = RowSet(table: table.name, profile: profile)
        let before = progress.isRestarted ? RowSum() : committed[set] ?? RowSum()
        count(&progress.sums[set, default: before], hasher.hash)
    }

    /// Remembers a change of the log that is being written.
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
