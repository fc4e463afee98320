import Glibc
import HostFiles
import RPC

/// A file that an entry refers to as a photo.
enum PhotoFile {
    /// A camera's picture has a tenth of it.
    private static let byteLimit = 128 << 20

    /// How files of pictures begin, from a byte on.
    private static let beginnings: [(offset: Int, bytes: [UInt8])] = [
        // JPEG.
        (0, [0xFF, 0xD8, 0xFF]),
        // PNG.
        (0, [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]),
        (0, Array("GIF8".utf8)),
        (8, Array("WEBP".utf8)),
        // TIFF, and raw pictures of many cameras.
        (0, [0x49, 0x49, 0x2A, 0x00]), (0, [0x4D, 0x4D, 0x00, 0x2A]),
        // HEIF, in its spellings.
        (4, Array("ftyphei".utf8)), (4, Array("ftyphev".utf8)), (4, Array("ftypmif1".utf8)),
        (4, Array("ftypavif".utf8)),
    ]

    /// - Throws: When there is no such file, or it is no picture, or too large for one.
    static func check(_ path: String) throws(Status) {
        var status = stat()
        guard access(path, R_OK) == 0, stat(path, &status) == 0 else {
            let mayNot = errno == EACCES
            throw Status(
                mayNot ? .permissionDenied : .notFound,
                "The photo \(path) cannot be read: "
                    + (mayNot ? "you may not." : "it is not there."))
        }
        guard status.st_mode & S_IFMT == S_IFREG, isPicture(TrackerDocumentTransfer.head(of: path))
        else {
            throw Status(
                .invalidArgument, "\(path) is no picture.",
                hint: "A photo is a file of JPEG, PNG, HEIC, AVIF, WebP, GIF or TIFF.")
        }
        guard status.st_size <= byteLimit else {
            throw Status(
                .invalidArgument, "\(path) is larger than \(byteLimit >> 20) MiB.",
                hint: "Make it smaller, or log without it.")
        }
    }

    private static func isPicture(_ head: [UInt8]) -> Bool {
        beginnings.contains { head.dropFirst($0.offset).starts(with: $0.bytes) }
    }
}
