import Glibc
import HostFiles
import RPC

/// Changed pages of a database, in a file beside it until they are written into the database.
///
/// The file gets its name when it is complete and synced. A process that ends while it writes pages writes
/// them again at its next start.
struct PageRedo: Sendable {
    var pageSize: Int
    /// The pages of the whole database.
    var pages: Int64
    /// The numbers of the changed pages, from 1.
    var numbers: [UInt32] = []
    /// The bytes of the changed pages in the same order.
    var data: [UInt8] = []

    private static let suffix = ".pages"
    private static let magic: UInt64 = 0x3173_6567_6170_6c64
    private static let headerBytes = 32
    /// More than the pages of a response and their numbers.
    private static let limit = 64 << 20

    /// Writes the file.
    func write(besides database: String) throws {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Self.headerBytes + 4 * numbers.count + data.count)
        for value in [Self.magic, UInt64(pageSize), UInt64(pages), UInt64(numbers.count)] {
            withUnsafeBytes(of: value.littleEndian) { bytes += $0 }
        }
        numbers.withUnsafeBytes { bytes += $0 }
        bytes += data
        try Files.writeAtomically(bytes, to: database + Self.suffix)
    }

    /// Writes the pages of the file into the database, which no connection has open, and removes the file.
    /// Does nothing without a file.
    static func apply(to database: String) throws {
        let path = database + suffix
        guard let bytes = try Files.readIfPresent(path, limit: limit) else { return }
        let redo = try PageRedo(Bytes(bytes), path)
        let file = open(database, O_RDWR | O_CLOEXEC | O_NOFOLLOW)
        guard file >= 0 else {
            throw HostFileError.system(operation: "write", path: database, code: errno)
        }
        defer { close(file) }
        try redo.write(to: file, database)
        guard fsync(file) == 0, unlink(path) == 0 else {
            throw HostFileError.system(operation: "write", path: database, code: errno)
        }
        try Files.syncFolder(of: database)
    }

    /// Writes the pages into an open file, and sets its length.
    func write(to file: Int32, _ path: String) throws {
        for (index, number) in numbers.enumerated() {
            let page = data[(index * pageSize)..<((index + 1) * pageSize)]
            try FileBlocks.write(page, at: Int64(number - 1) * Int64(pageSize), to: file, path)
        }
        guard ftruncate(file, off_t(pages * Int64(pageSize))) == 0 else {
            throw HostFileError.system(operation: "write", path: path, code: errno)
        }
    }

    static func remove(besides database: String) { unlink(database + suffix) }

    private init(_ bytes: Bytes, _ path: String) throws {
        let header = bytes.slice(from: 0, count: min(bytes.count, Self.headerBytes))
            .array(of: UInt64.self).map(UInt64.init(littleEndian:))
        guard header.count == 4, header[0] == Self.magic,
            let size = Int(exactly: header[1]), let pages = Int64(exactly: header[2]),
            let count = Int(exactly: header[3]), (512...65_536).contains(size),
            count <= Self.limit / size,
            bytes.count == Self.headerBytes + count * (4 + size), pages <= Int64(UInt32.max)
        else {
            throw Status(
                .dataLoss, "\(path) has no changed pages.",
                hint:
                    "Remove the file, and copy all data again with: dayline follow ADDRESS --key FILE"
            )
        }
        numbers = bytes.slice(from: Self.headerBytes, count: 4 * count).array(of: UInt32.self)
        data = bytes.slice(from: Self.headerBytes + 4 * count, count: size * count)
            .array(of: UInt8.self)
        pageSize = size
        self.pages = pages
        guard numbers.allSatisfy({ $0 > 0 && Int64($0) <= pages }) else {
            throw Status(.dataLoss, "\(path) has pages beyond the end of the database.")
        }
    }
}

extension PageRedo {
    init(pageSize: Int, pages: Int64) {
        (self.pageSize, self.pages) = (pageSize, pages)
    }
}
