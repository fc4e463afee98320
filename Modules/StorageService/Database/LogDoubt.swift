import GRDB
import Synchronization

/// The doubt whether the write-ahead log is on disk, shared by the connections that sync it.
///
/// The system reports a failed sync once. What it could not store counts as stored then: a later sync succeeds
/// without storing it. A power cut would then take commits behind it in the log, and damage the database if
/// the log was being copied into it.
///
/// The doubt exists from the start, because a sync may have failed in a process that has ended.
final class LogDoubt: Sendable {
    private let exists = Atomic(true)

    /// Begins the doubt if the error is a failed sync.
    func record(_ error: any Error) {
        guard (error as? DatabaseError)?.extendedResultCode == .SQLITE_IOERR_FSYNC else { return }
        exists.store(true, ordering: .releasing)
    }

    /// Writes a doubtful log over itself, so that the system stores all of it with the sync at the end. To be
    /// called outside of a transaction.
    func resolve(_ db: Database) throws {
        guard exists.load(ordering: .acquiring) else { return }
        // The transaction keeps other connections from beginning the log again.
        try db.inTransaction(.immediate) {
            try Self.rewrite(OpenFile(.log, of: db.sqliteConnection))
            return .commit
        }
        exists.store(false, ordering: .releasing)
    }

    private static func rewrite(_ log: OpenFile) throws {
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

    /// In bytes. SQLite writes at most 128 KiB at once.
    private static let blockSize = 64 << 10
}
