import CLinux
import Glibc
import Synchronization

/// The reading end of a ``CommitCounter`` of another process.
package final class CommitCounterReader: Sendable {
    /// An open and mapped file.
    private struct Mapping: ~Copyable {
        let file: Int32
        let counter: OpaquePointer

        /// Nil if there is no complete file yet.
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

        /// Nil if the file was removed, so that its counter is not advanced any more.
        var count: UInt64? {
            Self.isComplete(file) ? dayline_counter_value(counter) : nil
        }

        private static func isComplete(_ file: Int32) -> Bool {
            var status = stat()
            return fstat(file, &status) == 0 && status.st_nlink > 0
                && status.st_size >= dayline_counter_size()
        }
    }

    private let path: String
    // Sendable: the pointer is only used under the lock.
    private let mapping = Mutex<Mapping?>(nil)

    /// The file is opened at the first read.
    package init(path: String) {
        self.path = path
    }

    /// A number that differs after every change; nil if there is no counter.
    package var count: UInt64? {
        mapping.withLock { mapping in
            if let count = mapping?.count { return count }
            mapping = Mapping(path: path)
            return mapping?.count
        }
    }
}
