import Glibc
import HostFiles
package import RPC
import Synchronization

/// A file in the spool while bytes are appended to it. The last reference closes it.
package final class SpoolFile: Sendable {
    private let path: String
    private let descriptor: Int32
    private let length: Mutex<Int>
    private let limit: Int
    private let excess: Status
    private let diskSpace: DiskSpace

    /// `descriptor` is owned by the value. `excess` is thrown for bytes beyond `limit`.
    init(
        path: String, descriptor: Int32, count: Int = 0, limit: Int, excess: Status,
        diskSpace: DiskSpace
    ) {
        self.path = path
        self.descriptor = descriptor
        length = Mutex(count)
        self.limit = limit
        self.excess = excess
        self.diskSpace = diskSpace
    }

    deinit {
        close(descriptor)
    }

    /// The number of bytes of the file.
    package var count: Int { length.withLock { $0 } }

    /// - Throws: RESOURCE_EXHAUSTED if the file would exceed its limit or the disk is too full, and the
    ///   error of the system.
    package func append(_ bytes: UnsafeRawBufferPointer) throws(Status) {
        try length.withLock { length throws(Status) in
            guard bytes.count <= limit - length else { throw excess }
            try diskSpace.check(for: UInt64(bytes.count))
            var rest = bytes
            while let start = rest.baseAddress, !rest.isEmpty {
                let written = write(descriptor, start, rest.count)
                if written < 0, errno == EINTR { continue }
                guard written > 0 else {
                    throw HostFileError.system(operation: "write", path: path, code: errno).status
                }
                rest = UnsafeRawBufferPointer(rebasing: rest[written...])
                length += written
            }
        }
    }
}
