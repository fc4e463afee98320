import CZip
import Glibc

/// A source of an entry's bytes in an archive, in order. Calls must be sequential.
protocol ZipEntryBytes: AnyObject {
    /// Fills `buffer` from the remaining bytes.
    /// - Returns: Number of bytes; 0 at the end and where the rest cannot be read.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int
    /// The reason that the source ended early; nil if it is complete.
    var damage: String? { get }
}

/// The bytes of an entry as libzip returns them, packed or unpacked.
final class LibraryEntryBytes: ZipEntryBytes {
    private let file: OpaquePointer
    private let archive: LibraryArchive
    private let name: String
    private(set) var damage: String?

    /// Takes ownership of `file`.
    init(_ file: OpaquePointer, archive: LibraryArchive, name: String) {
        self.file = file
        self.archive = archive
        self.name = name
    }

    deinit {
        _ = archive.withLock { zip_fclose(file) }
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        archive.withLock {
            let count = zip_fread(file, buffer.baseAddress, UInt64(buffer.count))
            guard count < 0 else { return Int(count) }
            damage =
                switch zip_file_get_error(file)?.pointee.zip_err {
                case ZIP_ER_CRC: "the checksum of \(name) is wrong"
                case ZIP_ER_EOF: "\(name) ends too early"
                default: "\(name) cannot be unpacked to its end"
                }
            return 0
        }
    }
}

/// The bytes of a range of a file.
final class FileRangeBytes: ZipEntryBytes {
    private let descriptor: Int32
    private var range: Range<Int64>
    private let owner: AnyObject?
    private(set) var damage: String?

    /// `owner` closes `descriptor` when it is released; nil if the caller does.
    init(descriptor: Int32, range: Range<Int64>, owner: AnyObject? = nil) {
        self.descriptor = descriptor
        self.range = range
        self.owner = owner
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let limit = min(buffer.count, range.count)
        guard limit > 0 else { return 0 }
        var count = 0
        repeat {
            count = pread(descriptor, buffer.baseAddress, limit, Int(range.lowerBound))
        } while count < 0 && errno == EINTR
        if count < 0 { damage = "it cannot be read further (error \(errno))" }
        guard count > 0 else { return 0 }
        range = (range.lowerBound + Int64(count))..<range.upperBound
        return count
    }
}
