import CLinux
import Glibc
import Synchronization

/// Looks at the count that a ``ChangeCounter`` of another process keeps.
package final class ChangeWatch: Sendable {
    /// The file while it is open and mapped.
    private struct Mapping: ~Copyable {
        let file: Int32
        let counter: UnsafePointer<UInt64>

        /// Nil when there is no such file yet.
        init?(path: String) {
            file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
            guard file >= 0 else { return nil }
            guard Self.isWhole(file), let mapped = dayline_counter_map(file, 0) else {
                close(file)
                return nil
            }
            counter = UnsafePointer(mapped)
        }

        deinit {
            dayline_counter_unmap(counter)
            close(file)
        }

        /// Nil when the file was removed, so that nobody counts in it any more.
        var count: UInt64? {
            Self.isWhole(file) ? dayline_counter_value(counter) : nil
        }

        private static func isWhole(_ file: Int32) -> Bool {
            var status = stat()
            return fstat(file, &status) == 0 && status.st_nlink > 0
                && status.st_size >= MemoryLayout<UInt64>.size
        }
    }

    private let path: String
    // Sendable by the lock: the pointer in it is read by nobody else.
    private let mapping = Mutex<Mapping?>(nil)

    /// Nothing is opened before somebody looks.
    package init(path: String) {
        self.path = path
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
