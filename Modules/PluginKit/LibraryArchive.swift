import CZip
import Dispatch
import Glibc

/// A zip archive that is read with libzip, for files with rare compressions.
final class LibraryArchive {
    private let handle: OpaquePointer
    private let accessLock = DispatchSemaphore(value: 1)

    /// Nil if libzip cannot open the archive. The caller keeps ownership of `descriptor`.
    init?(descriptor: Int32) {
        let copy = dup(descriptor)
        lseek(copy, 0, SEEK_SET)
        var code: Int32 = 0
        guard let handle = zip_fdopen(copy, 0, &code) else {
            close(copy)
            return nil
        }
        self.handle = handle
    }

    deinit {
        zip_discard(handle)
    }

    /// Runs `body` exclusively: all entries of a libzip archive share one file position.
    func withLock<Result>(_ body: () -> Result) -> Result {
        accessLock.wait()
        defer { accessLock.signal() }
        return body()
    }

    /// The unpacked bytes of a file at a position of the central directory; nil if libzip cannot unpack the
    /// file.
    func bytes(of index: UInt64, name: String) -> LibraryEntryBytes? {
        let file = withLock { zip_fopen_index(handle, index, 0) }
        return file.map { LibraryEntryBytes($0, archive: self, name: name) }
    }
}
