import CZip
import Dispatch
import Glibc

/// A zip archive that is read with libzip by its central directory.
final class ZipArchive {
    private let name: String
    private let handle: OpaquePointer
    private let accessLock = DispatchSemaphore(value: 1)

    /// True if the file begins with the signature of a zip archive.
    static func isArchive(_ descriptor: Int32) -> Bool {
        var head: [UInt8] = [0, 0, 0, 0]
        guard pread(descriptor, &head, 4, 0) == 4 else { return false }
        return head == Array("PK\u{3}\u{4}".utf8) || head == Array("PK\u{5}\u{6}".utf8)
    }

    /// Opens an archive; nil if it has no readable central directory. The caller keeps ownership of
    /// `descriptor`. `name` is used in errors.
    init?(descriptor: Int32, name: String) {
        self.name = name
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

    /// The files in the order of the archive.
    func parts() throws -> [FilePart] {
        let count = zip_get_num_entries(handle, 0)
        return (0..<UInt64(max(0, count))).compactMap { index in
            var status = zip_stat_t()
            guard zip_stat_index(handle, index, UInt32(ZIP_FL_ENC_GUESS), &status) == 0,
                let path = status.name.map({ String(cString: $0) }), !path.hasSuffix("/")
            else { return nil }
            return FilePart(
                name: path, size: Int64(clamping: status.size),
                sizeOnDisk: Int64(clamping: status.comp_size)
            ) { [self, status] in
                try entry(index, status, path).blocks(size: Int64(clamping: status.size))
            }
        }
    }

    private func entry(_ index: UInt64, _ status: zip_stat_t, _ path: String) throws -> ZipEntry {
        let isPlain = status.encryption_method == ZIP_EM_NONE
        let isKnown = [ZIP_CM_STORE, ZIP_CM_DEFLATE].contains(Int32(status.comp_method))
        let isRaw = isPlain && isKnown
        let (file, error) = withLock {
            let flags = isRaw ? UInt32(ZIP_FL_COMPRESSED) : 0
            let file = zip_fopen_index(handle, index, flags)
            return (file, zip_get_error(handle)?.pointee.zip_err ?? 0)
        }
        guard let file else {
            let reason =
                switch error {
                case ZIP_ER_NOPASSWD: "\(name) is protected with a password."
                case ZIP_ER_COMPNOTSUPP, ZIP_ER_ENCRNOTSUPP:
                    "\(path) in \(name) has a compression that is not supported (method "
                        + "\(status.comp_method))."
                default: "\(path) in \(name) cannot be unpacked (error \(error))."
                }
            throw ImportProblem(reason, hint: "Unpack the archive, and import the folder.")
        }
        let form: ZipEntry.Compression =
            !isRaw ? .checked : status.comp_method == ZIP_CM_STORE ? .stored : .deflated
        let description = ZipEntry.Description(
            name: path, form: form, packedSize: Int64(clamping: status.comp_size),
            checksum: isRaw ? status.crc : nil)
        return ZipEntry(description, LibraryEntryBytes(file, archive: self, name: path))
    }
}
