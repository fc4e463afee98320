import GRDB
import Synchronization

/// The doubt whether the write-ahead log is on disk, shared by the connections that sync it.
///
/// The system reports a failed sync once. What it could not store counts as stored then: a later sync succeeds
/// without storing it, and commits behind it in the log would be lost with a power cut.
final class LogDoubt: Sendable {
    private let isRaised = Atomic(false)

    /// Raises the doubt if the error is a failed sync.
    func record(_ error: any Error) {
        guard (error as? DatabaseError)?.extendedResultCode == .SQLITE_IOERR_FSYNC else { return }
        isRaised.store(true, ordering: .releasing)
    }

    /// Writes the content of a doubtful log to the database file and begins the log again. To be called on the
    /// writing connection outside of a transaction.
    func resolve(_ db: Database) throws {
        guard isRaised.load(ordering: .acquiring) else { return }
        try db.checkpoint(.restart)
        isRaised.store(false, ordering: .releasing)
    }
}
