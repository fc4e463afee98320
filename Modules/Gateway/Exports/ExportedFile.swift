import Glibc
import HostFiles

/// A file that is open for reading. Its name may be removed before its bytes are read.
final class ExportedFile: Sendable {
    private static let pieceSize = 256 << 10

    /// The size in bytes when the file was opened.
    let size: Int
    private let path: String
    private let descriptor: Int32
    /// The export that the file belongs to, which lasts as long as a file of it is open; nil: none.
    private let slot: TableExportSlot?

    /// - Throws: A ``HostFileError`` if the file cannot be opened.
    init(_ path: String, of slot: TableExportSlot? = nil) throws(HostFileError) {
        let descriptor = try Files.open(path, O_RDONLY, "read")
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            let code = errno
            close(descriptor)
            throw .system(operation: "read", path: path, code: code)
        }
        self.path = path
        self.slot = slot
        self.descriptor = descriptor
        size = Int(status.st_size)
    }

    deinit { close(descriptor) }

    /// The next bytes; nil at the end.
    func next() throws(HostFileError) -> [UInt8]? {
        let piece = try Files.read(Self.pieceSize, from: descriptor, path: path)
        return piece.isEmpty ? nil : piece
    }
}
