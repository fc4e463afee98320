import CLinux
import Glibc
package import RPC
import Synchronization

/// Looks at the count that a ``CommitCounter`` of another process keeps.
package final class CommitCounterReader: Sendable {
    /// The file while it is open and mapped.
    private struct Mapping: ~Copyable {
        let file: Int32
        let counter: OpaquePointer

        /// Nil when there is no such file yet.
        init?(path: String) {
            file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
            guard file >= 0 else { return nil }
            guard Self.isComplete(file), let mapped = dayline_counter_map(file, 0) else {
                close(file)
                return nil
            }
            counter = mapped
        }

        deinit {
            dayline_counter_unmap(counter)
            close(file)
        }

        /// Nil when the file was removed, so that nobody counts in it any more.
        var count: UInt64? {
            Self.isComplete(file) ? dayline_counter_value(counter) : nil
        }

        /// Nil when nothing was told of one of them, or it is forgotten.
        func contents(after known: UInt64, to now: UInt64) -> [Bytes]? {
            var told: [Bytes] = []
            var value = known
            while value != now {
                value &+= 1
                let content = [UInt8](
                    unsafeUninitializedCapacity: Int(DAYLINE_COUNTER_NOTE_BYTES)
                ) { room, count in
                    count = dayline_counter_told(counter, value, room.baseAddress)
                }
                guard !content.isEmpty else { return nil }
                told.append(Bytes(content))
            }
            return told
        }

        private static func isComplete(_ file: Int32) -> Bool {
            var status = stat()
            return fstat(file, &status) == 0 && status.st_nlink > 0
                && status.st_size >= dayline_counter_size()
        }
    }

    private let path: String
    // Sendable by the lock: the pointer in it is read by nobody else.
    private let mapping = Mutex<Mapping?>(nil)

    /// Nothing is opened before somebody looks.
    package init(path: String) {
        self.path = path
    }

    /// What was told of each change after the count was `known`, up to the count `now`, oldest first; nil
    /// when that is not known of one of them.
    package func contents(after known: UInt64, to now: UInt64) -> [Bytes]? {
        guard now &- known <= DAYLINE_COUNTER_NOTES else { return nil }
        return mapping.withLock { mapping in mapping?.contents(after: known, to: now) }
    }

    /// Another number after every change; nil when nobody counts.
    package var count: UInt64? {
        mapping.withLock { mapping in
            if let count = mapping?.count { return count }
            mapping = Mapping(path: path)
            return mapping?.count
        }
    }
}
