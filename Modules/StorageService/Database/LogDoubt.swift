import GRDB
import Synchronization

/// The doubts whether the write-ahead log and its copies in the database file are on disk, and the order of the
/// connections that sync them.
///
/// The system reports a failed sync once. What it could not store counts as stored then: a later sync succeeds
/// without storing it. A power cut would then take commits behind it in the log, and damage the database if
/// the log was being copied into it. SQLite syncs the database file only when all of the log is copied, and
/// after a failure it does not copy again what earlier checkpoints have copied.
///
/// The doubt about the log exists from the start, because a sync may have failed in a process that has ended.
/// All of that log is copied again.
final class LogDoubt: Sendable {
    private struct Doubts {
        var log = true
        var copies = false
    }

    private let doubts = Mutex(Doubts())

    /// Runs `body`, which may sync the log and with `isCopying` the database file, after the doubts were resolved
    /// and while no other connection syncs. A sync of another connection that fails after `body` has written a
    /// commit, and before the sync of that commit, would otherwise make the second one succeed without storing
    /// the commit. To be called outside of a transaction.
    func excludingOtherSyncs<Result: Sendable>(
        _ db: Database, isCopying: Bool = false, _ body: () throws -> Result
    ) throws -> Result {
        try doubts.withLock { doubts in
            try Self.resolve(&doubts, db)
            do {
                return try body()
            } catch {
                doubts.log = Self.isFailedSync(error)
                doubts.copies = doubts.log && isCopying
                throw error
            }
        }
    }

    /// Writes what is doubtful over itself, so that the system stores it with the sync at the end. Does nothing
    /// while another connection syncs, which has resolved the doubts. To be called outside of a transaction.
    func resolve(_ db: Database) throws {
        _ = try doubts.withLockIfAvailable { try Self.resolve(&$0, db) }
    }

    /// Begins the doubt about the log if the error is a failed sync, outside of ``excludingOtherSyncs(_:_:)``.
    func record(_ error: any Error) {
        if Self.isFailedSync(error) { doubts.withLock { $0.log = true } }
    }

    private static func isFailedSync(_ error: any Error) -> Bool {
        (error as? DatabaseError)?.extendedResultCode == .SQLITE_IOERR_FSYNC
    }

    private static func resolve(_ doubts: inout Doubts, _ db: Database) throws {
        guard doubts.log || doubts.copies else { return }
        // The transaction keeps other connections from beginning the log again.
        try db.inTransaction(.immediate) {
            let log = try ConnectionFile(.log, of: db.sqliteConnection)
            if doubts.log { try rewrite(log) }
            if doubts.copies {
                try rewriteCopies(
                    of: log, in: ConnectionFile(.database, of: db.sqliteConnection),
                    pageSize: Int.fetchOne(db, sql: "PRAGMA page_size") ?? DatabaseFile.pageSize)
            }
            return .commit
        }
        doubts = Doubts(log: false, copies: false)
    }

    /// Writes the pages of the database file over themselves that the log has or had.
    private static func rewriteCopies(
        of log: ConnectionFile, in database: ConnectionFile, pageSize: Int
    ) throws {
        let (logSize, databaseSize) = (try log.size, try database.size)
        let page = UnsafeMutableRawBufferPointer.allocate(byteCount: pageSize, alignment: 16)
        defer { page.deallocate() }
        var numbers: Set<UInt32> = []
        var frame: Int64 = logHeaderSize
        while frame < logSize {
            var number: UInt32 = 0
            try withUnsafeMutableBytes(of: &number) { try log.read(at: frame, into: $0) }
            numbers.insert(UInt32(bigEndian: number))
            frame += frameHeaderSize + Int64(pageSize)
        }
        for number in numbers.sorted() where number > 0 {
            let offset = Int64(number - 1) * Int64(pageSize)
            guard offset + Int64(pageSize) <= databaseSize else { break }
            try database.read(at: offset, into: page)
            try database.write(UnsafeRawBufferPointer(page), at: offset)
        }
        try database.sync()
    }

    private static func rewrite(_ log: ConnectionFile) throws {
        let size = try log.size
        guard size > 0 else { return }
        let block = UnsafeMutableRawBufferPointer.allocate(byteCount: blockSize, alignment: 16)
        defer { block.deallocate() }
        var offset: Int64 = 0
        while offset < size {
            let count = Int(min(Int64(blockSize), size - offset))
            let part = UnsafeMutableRawBufferPointer(rebasing: block[..<count])
            try log.read(at: offset, into: part)
            try log.write(UnsafeRawBufferPointer(part), at: offset)
            offset += Int64(count)
        }
        try log.sync()
    }

    /// In bytes, as in the description of the format by SQLite (https://sqlite.org/fileformat.html#walformat). A
    /// frame begins with the number of its page, big-endian.
    private static let logHeaderSize: Int64 = 32
    private static let frameHeaderSize: Int64 = 24

    /// In bytes. SQLite writes at most 128 KiB at once.
    private static let blockSize = 64 << 10
}
