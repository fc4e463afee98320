import CLinux
import Glibc

/// The writing end of a commit counter: a number in a memory-mapped file of the run folder that changes
/// with every transaction. Other processes read the number without a call.
///
/// The process that owns the database advances the counter before it reports a change to anyone. Every
/// process that learns of the change, directly or through others, therefore sees a new count.
package final class CommitCounter: Sendable {
    // Unchecked: the memory is written and read with atomic instructions.
    private nonisolated(unsafe) let counter: OpaquePointer

    /// More than the changes that a process makes in its life: the counts of one process never repeat
    /// with the next one, which may have another database.
    private static let lifetime: UInt64 = 1 << 40

    /// Creates the file, or continues in an existing one, which others may have mapped.
    package init(path: String) throws(HostFileError) {
        let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else { throw .system(operation: "open", path: path, code: errno) }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0 else {
            throw .system(operation: "read", path: path, code: errno)
        }
        let isNew = status.st_size < dayline_counter_size()
        // Earlier versions stored values of days after the number.
        guard isNew || ftruncate(file, off_t(dayline_counter_size())) == 0 else {
            throw .system(operation: "write", path: path, code: errno)
        }
        // Allocated now: a write to a mapped page for which the disk has no space would end the process.
        let code = posix_fallocate(file, 0, off_t(dayline_counter_size()))
        guard code == 0 else {
            if isNew { unlink(path) }
            throw .system(operation: "write", path: path, code: code)
        }
        guard let mapped = dayline_counter_map(file, 1) else {
            throw .system(operation: "map", path: path, code: errno)
        }
        counter = mapped
        // Readers may remember a count of a removed file, so a new file starts at a random number.
        let start = isNew ? UInt64.random(in: 0...UInt64.max) : 0
        dayline_counter_add(counter, start | Self.lifetime)
    }

    deinit { dayline_counter_unmap(counter) }

    /// Advances the counter after a change, and before the change is reported to anyone.
    package func advance() { dayline_counter_add(counter, 1) }
}
