import CLinux
import Glibc
package import RPC
import Synchronization

/// Counts the changes of a database where every process of a home can see it: in a file of the run
/// folder that all of them map. To look at it costs no call.
///
/// The one process that owns the database counts a change before it tells anybody of it. So whoever
/// was told of a change, and whoever is asked by him, sees another count than before. Beside the count
/// stands what the last changes were, as far as that was told: who holds what was true before them can
/// bring it up to date without asking.
package final class CommitCounter: Sendable {
    // Unchecked: what is behind it is written under the lock, and read by atomic instructions.
    private nonisolated(unsafe) let counter: OpaquePointer
    private let writing = Mutex(())

    /// More than the changes that a process lives to see: the counts of one never come again with the
    /// next, which may have another database.
    private static let lifetime: UInt64 = 1 << 40

    /// Makes the file, or goes on in the one that others have mapped already.
    package init(path: String) throws(HostFileError) {
        let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else { throw .system(operation: "open", path: path, code: errno) }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0 else {
            throw .system(operation: "read", path: path, code: errno)
        }
        let isNew = status.st_size < dayline_counter_size()
        // The room is allocated: a write to a mapped page that the disk has no room for ends the process.
        let code = posix_fallocate(file, 0, off_t(dayline_counter_size()))
        guard code == 0 else {
            if isNew { unlink(path) }
            throw .system(operation: "write", path: path, code: code)
        }
        guard let mapped = dayline_counter_map(file, 1) else {
            throw .system(operation: "map", path: path, code: errno)
        }
        counter = mapped
        // A file that was removed may be remembered by somebody: a new one begins elsewhere.
        let start = isNew ? UInt64.random(in: 0...UInt64.max) : 0
        dayline_counter_add(counter, start | Self.lifetime)
    }

    deinit { dayline_counter_unmap(counter) }

    /// A change was made. Nobody may be told of it before.
    /// - Parameter content: What it was, for those who look; nothing is told of it if that is empty or
    ///   larger than ``contentLimit``.
    package func advance(content: Bytes = .empty) {
        writing.withLock { _ in
            if (1...Self.contentLimit).contains(content.count) {
                content.withUnsafeBytes {
                    dayline_counter_tell(
                        counter, dayline_counter_value(counter) &+ 1, $0.baseAddress, $0.count)
                }
            }
            dayline_counter_add(counter, 1)
        }
    }

    /// Bytes that can be told of one change.
    package static let contentLimit = Int(DAYLINE_COUNTER_NOTE_BYTES)
}
