import CLinux
import Contracts
import GRDB
import Glibc
import HostFiles
import RPC

/// The one database of a home: a connection that writes, some that read, and one that moves what was
/// written from the log into the file. Read-only, it has one connection.
struct DatabaseFile: Sendable {
    let path: String
    /// Why nothing is written; nil when everything is as usual.
    let readOnlyReason: String?
    private let readers: any DatabaseReader
    private let writing: Writing?

    private struct Writing: Sendable {
        var writer: GroupWriter
        var checkpointer: Checkpointer
        /// The connection's hook points to them.
        var checksums: RowChecksums
    }

    /// Opens the file, or makes it, and brings its schema up to date. Its size may have a limit; by
    /// default it is the disk's.
    /// - Throws: A `DatabaseFault`.
    init(
        path: String, pageLimit: Int? = nil, counter: CommitCounter? = nil,
        onUpgrade: (String) -> Void = { _ in },
        onStatement: (@Sendable (String) -> Void)? = nil
    ) throws {
        self.path = path
        readOnlyReason = nil
        let previous = umask(0o077)
        defer { umask(previous) }
        guard !Self.hasOrphanLog(path) else { throw DatabaseFault.damaged(path: path) }
        do {
            var configuration = Self.configuration
            if let onStatement {
                configuration.prepareDatabase { db in
                    db.trace(options: .statement) { event in
                        if case .statement(let statement) = event { onStatement(statement.sql) }
                    }
                }
            }
            let pool = try DatabasePool(path: path, configuration: configuration)
            readers = pool
            for suffix in ["", "-wal", "-shm"] { chmod(path + suffix, 0o600) }
            let checkpointer = try Checkpointer(
                path: path, configuration: Self.configuration
            ) {
                // What a burst needed goes back to the system: a process that then sleeps for days
                // would otherwise keep it. The connections keep their caches, which are small.
                dayline_memory_release()
            }
            let checksums = RowChecksums()
            let record = try? CommitRecord(database: path)
            let writer = GroupWriter(pool, checksums: checksums) { content in
                // Callers are answered afterwards: what they were told is in the record.
                if let newest = checksums.popNewest() { record?.write(newest) }
                counter?.advance(content: content)
                checkpointer.recordWrite()
            }
            writing = Writing(writer: writer, checkpointer: checkpointer, checksums: checksums)
            try pool.writeWithoutTransaction { db in
                // The checkpointer does it, beside the writers.
                try db.execute(sql: "PRAGMA wal_autocheckpoint = 0")
                // GRDB chooses a level of its own when it opens.
                try writer.require(.synced, db)
            }
            try Schema.migrate(pool, onUpgrade: onUpgrade)
            try pool.writeWithoutTransaction { try checksums.observe($0) }
            if let pageLimit {
                try pool.writeWithoutTransaction { db in
                    try db.execute(sql: "PRAGMA max_page_count = \(pageLimit)")
                }
            }
        } catch let error as DatabaseError {
            throw DatabaseFault(error, path: path)
        }
    }

    /// Opens a file that nothing may be written to, for a reason in words.
    /// - Throws: A `DatabaseFault`.
    init(
        path: String, readOnlyBecause reason: String
    ) throws {
        self.path = path
        readOnlyReason = reason
        writing = nil
        do {
            readers = try ReadOnlyDatabase.open(path, Self.configuration)
        } catch let error as DatabaseError {
            throw DatabaseFault(error, path: path)
        }
    }

    /// The transactions committed so far.
    var commits: Int { writing?.writer.commits ?? 0 }

    /// Reads from one snapshot. `body` may be run again.
    func read<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
        try await retryingUnreadPage { try await readers.read(body) }
    }

    /// Reads without a transaction, which what writes another file needs.
    func readWithoutTransaction<Value>(_ body: (Database) throws -> Value) throws -> Value {
        try readers.unsafeRead(body)
    }

    /// Runs what reports a damaged page once more, if all of the file can be read: SQLite reports a disk
    /// that fails in the same way, and such a failure may pass.
    private func retryingUnreadPage<Value: Sendable>(
        _ body: @Sendable () async throws -> Value
    ) async throws -> Value {
        do {
            do {
                return try await body()
            } catch let error as DatabaseError where isUnreadPage(error) {
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

    private func isUnreadPage(_ error: DatabaseError) -> Bool {
        error.resultCode == .SQLITE_CORRUPT
            || DatabaseFault(error, path: path) == .disk(path: path, isWriting: false)
    }

    /// Returns when the write is committed; see ``GroupWriter/perform(_:content:onCommit:_:)``.
    func write<Value: Sendable>(
        _ durability: GroupWriter.Durability,
        content: @escaping @Sendable (Value) -> Bytes = { _ in .empty },
        onCommit: @escaping @Sendable (Value) -> Void = { _ in },
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
        guard let writing else {
            throw DatabaseFault.queriesOnly(reason: readOnlyReason ?? "")
        }
        return try await retryingUnreadPage {
            try await writing.writer.perform(
                durability, content: content, onCommit: onCommit, body)
        }
    }

    /// Takes all rows as they are, within a write; see ``RowCheckup/accept(_:)``.
    func accept(_ db: Database) throws -> (stale: Set<Int64>, check: Checkups.Check)? {
        let accepted = try RowCheckup.accept(db)
        if accepted != nil { try writing?.checksums.restart(db) }
        return accepted
    }

    /// Moves everything into the file, and lets go of it.
    func close() {
        // What is not moved yet is moved at the next start.
        try? readers.close()
        // Last, since the last one to go moves the log, and the pool's readers cannot.
        writing?.checkpointer.close()
    }

    /// Larger pages hold chunks no better, and make every small write to the log longer.
    private static let pageSize = 2048
    /// Of each connection that writes, and of each that reads.
    private static let writerCacheKiB = 4096
    /// Of a write of very many rows whose keys come in no order: what does not fit is written to the
    /// log again and again.
    private static let largeCacheKiB = 128 << 10
    private static let readerCacheKiB = 1024
    private static let readers = 4
    private static let logFileLimit = 16 << 20

    /// For the write that is under way.
    static func useLargeCache(_ db: Database) throws {
        try db.execute(sql: "PRAGMA cache_size = -\(largeCacheKiB)")
    }

    /// Gives the memory of a large cache back.
    static func useDefaultCache(_ db: Database) {
        // Otherwise it stays large, and nothing is wrong.
        try? db.execute(sql: "PRAGMA cache_size = -\(writerCacheKiB); PRAGMA shrink_memory")
    }

    /// Makes indexes of very many rows: what is sorted for one goes in pieces into a file without a name,
    /// with a second thread, where all of it in memory would be as much again, and slower.
    static func withSortingInFiles(_ db: Database, _ body: () throws -> Void) throws {
        // It may not be changed while there is a table for the time being; then memory it is.
        try? db.execute(sql: "PRAGMA temp_store = FILE; PRAGMA threads = 1")
        defer { try? db.execute(sql: "PRAGMA temp_store = MEMORY; PRAGMA threads = 0") }
        try body()
    }

    /// Whether there is a log with something in it, and no file that it belongs to: SQLite would take the
    /// file for a new one, and delete the log with what was last written. A new file has its first page
    /// before it has a log.
    static func hasOrphanLog(_ path: String) -> Bool {
        func size(_ path: String) -> Int {
            var status = stat()
            return stat(path, &status) == 0 ? Int(status.st_size) : 0
        }
        return size(path) == 0 && size(path + "-wal") > 0
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
