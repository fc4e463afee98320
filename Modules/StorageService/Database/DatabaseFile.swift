import CLinux
import Contracts
import GRDB
import Glibc
import HostFiles
import JSON
import RPC
import StorageCore

/// The database of a home: one connection that writes, several that read, and one for checkpoints. A
/// read-only database has one connection.
struct DatabaseFile: Sendable {
    let path: String
    /// A sentence that says why the database is read-only; nil if it can be written.
    let readOnlyReason: String?
    private let readers: any DatabaseReader
    private let writing: Writing?
    /// The refusal of writes; nil if the database can be written.
    private let fault: DatabaseFault?
    /// Refuses writes after another home was promoted.
    let fence = WriteFence()

    private struct Writing: Sendable {
        var pool: DatabasePool
        var writer: GroupWriter
        var checkpointer: Checkpointer
        /// The connection's hook has an unowned pointer to them.
        var checksums: RowChecksums
        /// The connection has an unowned pointer to them, too.
        var pages: PageHistory
    }

    /// Opens or creates the file and migrates its schema. `pageLimit` is the maximum size in pages; nil for
    /// no limit.
    /// - Throws: A `DatabaseFault`.
    init(
        path: String, pageLimit: Int? = nil, counter: CommitCounter? = nil,
        delayed: DelayedWork = .onQueue,
        onUpgrade: (String) -> Void = { _ in },
        onStatement: (@Sendable (String) -> Void)? = nil
    ) throws {
        self.path = path
        readOnlyReason = nil
        fault = nil
        let previous = umask(0o077)
        defer { umask(previous) }
        guard !Self.hasOrphanLog(path) else { throw DatabaseFault.damaged(path: path) }
        do {
            // A pool may write to the file when it opens it.
            try Schema.checkFile(path)
            let configuration =
                onStatement.map { DatabaseFile.tracedConfiguration($0) } ?? Self.configuration
            let pool = try DatabasePool(path: path, configuration: configuration)
            readers = pool
            for suffix in ["", "-wal", "-shm"] { chmod(path + suffix, 0o600) }
            let doubt = LogDoubt()
            let checkpointer = try Checkpointer(
                path: path, configuration: Self.configuration, delayed: delayed, doubt: doubt
            ) {
                // Returns the memory of a burst to the system: an idle process would otherwise
                // hold it for days. The connections keep their caches, which are small.
                dayline_memory_release()
            }
            let checksums = RowChecksums()
            let pages = PageHistory()
            let record = try? CommitRecord(database: path)
            let writer = GroupWriter(pool, checksums: checksums, doubt: doubt) {
                // Before callers are answered: each acknowledged change is in the record.
                if let newest = checksums.popNewest() { record?.write(newest) }
                counter?.advance()
                pages.recordCommit()
                checkpointer.recordWrite()
            }
            writing = Writing(
                pool: pool, writer: writer, checkpointer: checkpointer, checksums: checksums,
                pages: pages)
            try Self.prepareWriting(pool, writer, doubt)
            try Schema.migrate(pool, onUpgrade: onUpgrade)
            try pool.writeWithoutTransaction { db in
                try checksums.observe(db)
                pages.observe(db)
            }
            if let pageLimit {
                try pool.writeWithoutTransaction { db in
                    try db.execute(sql: "PRAGMA max_page_count = \(pageLimit)")
                }
            }
        } catch let error as DatabaseError {
            throw DatabaseFault(error, path: path)
        }
    }

    /// Sets how the writing connection syncs, and writes the last transactions of a killed process to the
    /// disk.
    private static func prepareWriting(
        _ pool: DatabasePool, _ writer: GroupWriter, _ doubt: LogDoubt
    ) throws {
        try pool.writeWithoutTransaction { db in
            // Checkpoints are made by the checkpointer.
            try db.execute(sql: "PRAGMA wal_autocheckpoint = 0")
            // GRDB sets another level when it opens the file.
            try writer.set(.synced, db)
            // The last transactions of a killed process may not be on disk, and a request that is
            // answered from its key syncs nothing. A full disk fails after the log was synced; what
            // failed is repeated before the first write.
            try? doubt.excludingOtherSyncs(db, isCopying: true) { _ = try db.checkpoint() }
        }
    }

    /// Opens the file read-only. `reason` is a sentence for people; writes fail with `fault`, by default
    /// with that sentence.
    /// - Throws: A `DatabaseFault`.
    init(
        path: String, readOnlyBecause reason: String, fault: DatabaseFault? = nil
    ) throws {
        self.path = path
        readOnlyReason = reason
        self.fault = fault ?? .queriesOnly(reason: reason)
        writing = nil
        do {
            readers = try ReadOnlyDatabase.open(path, Self.configuration)
        } catch let error as DatabaseError {
            throw DatabaseFault(error, path: path)
        }
    }

    /// The checksums that the writing connection updates; nil if the database cannot be written.
    var checksums: RowChecksums? { writing?.checksums }

    /// The number of transactions committed so far.
    var commits: Int { writing?.writer.commits ?? 0 }

    /// The times of synced writes.
    var commitTimes: StorageFigures.CommitTimes {
        writing?.writer.times.times ?? CommitHistogram().times
    }

    /// Reads from one snapshot. `body` may run twice.
    func read<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
        try await retryingReadError { try await readers.read(body) }
    }

    /// Reads outside of a transaction, as statements that write another file require.
    func readWithoutTransaction<Value>(_ body: (Database) throws -> Value) throws -> Value {
        try readers.unsafeRead(body)
    }

    /// Copies all pages, in their places, to another database.
    func backUp(to target: DatabaseQueue) throws {
        guard readOnlyReason == nil else { return try readers.backup(to: target) }
        // A separate connection, so that no reader of the pool is occupied.
        let queue = try DatabaseQueue(path: path)
        try queue.backup(to: target)
        try queue.close()
    }

    /// Runs `body` again if SQLite reports a damaged page although the whole file can be read. SQLite
    /// reports a failing disk in the same way, and such a failure may be transient.
    private func retryingReadError<Value: Sendable>(
        _ body: @Sendable () async throws -> Value
    ) async throws -> Value {
        do {
            do {
                return try await body()
            } catch let error as DatabaseError where mayBeReadError(error) {
                guard try await readers.unsafeRead({ DiskProbe.canRead($0) }) else {
                    throw DatabaseFault.disk(path: path, isWriting: false)
                }
                return try await body()
            }
        } catch let error as DatabaseError {
            throw DatabaseFault(error, path: path)
        } catch let error as JSONFault {
            throw DatabaseFault.unreadableRow(reason: "\(error)")
        } catch let error as DecodingError {
            throw DatabaseFault.unreadableRow(reason: "\(error)")
        }
    }

    /// True if the error can be a failed read of the disk.
    private func mayBeReadError(_ error: DatabaseError) -> Bool {
        error.resultCode == .SQLITE_CORRUPT
            || DatabaseFault(error, path: path) == .disk(path: path, isWriting: false)
    }

    /// Returns when the write is committed; see ``GroupWriter/perform(_:onCommit:_:)``.
    func write<Value: Sendable>(
        _ durability: GroupWriter.Durability,
        onCommit: @escaping @Sendable (Value) -> Void = { _ in },
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
        let writing = try writingConnection()
        return try await retryingReadError { [fence] in
            try await writing.writer.perform(durability, onCommit: onCommit) { db in
                try fence.check()
                return try body(db)
            }
        }
    }

    /// Throws the refusal of writes.
    func checkWritable() throws {
        _ = try writingConnection()
    }

    private func writingConnection() throws -> Writing {
        guard let writing else { throw fault ?? .queriesOnly(reason: readOnlyReason ?? "") }
        try fence.check()
        return writing
    }

    /// Runs `body` on the queue of the writing connection, after all writes that were enqueued before.
    func betweenWrites<Value: Sendable>(
        _ body: @escaping @Sendable (Database, PageHistory) throws -> Value
    ) async throws -> Value {
        guard let writing else { throw fault ?? .queriesOnly(reason: readOnlyReason ?? "") }
        let pages = writing.pages
        return try await retryingReadError {
            try await withCheckedThrowingContinuation { continuation in
                writing.pool.asyncWriteWithoutTransaction { db in
                    continuation.resume(
                        with: Result {
                            // A call may arrive while the service ends.
                            guard db.sqliteConnection != nil else {
                                throw DatabaseError(resultCode: .SQLITE_MISUSE)
                            }
                            return try body(db, pages)
                        })
                }
            }
        }
    }

    /// Returns after a commit that follows `number`, or after `duration`.
    func waitForCommit(after number: Int64, for duration: Duration) async {
        await writing?.pages.wait(after: number, for: duration)
    }

    /// Replaces the checksums by those of the present rows, within a write; see
    /// ``RowCheckup/rebuildChecksums(_:)``.
    func rebuildChecksums(
        _ db: Database
    ) throws -> (stale: Set<Int64>, check: Checkups.Check)? {
        let rebuilt = try RowCheckup.rebuildChecksums(db)
        if rebuilt != nil { try writing?.checksums.restart(db) }
        return rebuilt
    }

    /// Checkpoints the log and closes the file.
    func close() {
        // If this fails, the log is checkpointed at the next start.
        try? readers.close()
        // Last: the connection closed last checkpoints the log, which readers cannot.
        writing?.checkpointer.close()
    }

    /// Larger pages store chunks no more densely and make every small write to the log longer.
    static let pageSize = 2048
    /// The page cache of each writing connection; a reading one has ``readerCacheKiB``.
    private static let writerCacheKiB = 4096
    private static let readerCacheKiB = 1024
    private static let readers = 4
    private static let logFileLimit = 16 << 20

    /// The page cache of a write of many rows, in KiB.
    enum LargeCache: Int {
        /// For rows with unordered keys: pages that do not fit are written to the log repeatedly.
        case unorderedKeys = 131_072
        /// For 150,000 entries in the order of their keys, which the creation of indexes then does not read back
        /// from the log. It is also the memory within which SQLite sorts the keys of an index without a file.
        case orderedKeys = 16384
    }

    /// Runs `body` with a larger page cache, and frees its memory afterwards.
    static func withCache<Result>(
        _ cache: LargeCache, _ db: Database, _ body: () throws -> Result
    ) throws -> Result {
        try db.execute(sql: "PRAGMA cache_size = -\(cache.rawValue)")
        // On failure the cache stays large, which is harmless.
        defer {
            try? db.execute(sql: "PRAGMA cache_size = -\(writerCacheKiB); PRAGMA shrink_memory")
        }
        return try body()
    }

    /// Runs `body`, which creates indexes of many rows, with an external merge sort in an unnamed file and a
    /// second thread. Sorting in memory would need as much memory as the index and be slower.
    static func withSortingInFiles(_ db: Database, _ body: () throws -> Void) throws {
        // SQLite refuses the change while a temporary table exists; the sort then happens in memory.
        try? db.execute(sql: "PRAGMA temp_store = FILE; PRAGMA threads = 1")
        defer { try? db.execute(sql: "PRAGMA temp_store = MEMORY; PRAGMA threads = 0") }
        try body()
    }

    /// True if there is a log with content and the database file is missing or empty. SQLite would take
    /// such a file for a new one and delete the log with the last writes. A new database has its first
    /// page before it has a log.
    static func hasOrphanLog(_ path: String) -> Bool {
        func size(_ path: String) -> Int {
            var status = stat()
            return stat(path, &status) == 0 ? Int(status.st_size) : 0
        }
        return size(path) == 0 && size(path + "-wal") > 0
    }

    /// The configuration of connections that pass the text of each statement to `onStatement`.
    private static func tracedConfiguration(
        _ onStatement: @escaping @Sendable (String) -> Void
    ) -> Configuration {
        var configuration = Self.configuration
        configuration.prepareDatabase { db in
            db.trace(options: .statement) { event in
                if case .statement(let statement) = event { onStatement(statement.sql) }
            }
        }
        return configuration
    }

    private static var configuration: Configuration {
        var configuration = Configuration()
        configuration.busyMode = .timeout(10)
        configuration.maximumReaderCount = readers
        configuration.prepareDatabase { db in
            let cache = db.configuration.readonly ? readerCacheKiB : writerCacheKiB
            try db.execute(
                sql: """
                    PRAGMA page_size = \(pageSize);
                    PRAGMA cache_size = -\(cache);
                    PRAGMA temp_store = MEMORY;
                    PRAGMA journal_size_limit = \(logFileLimit)
                    """)
        }
        return configuration
    }
}
