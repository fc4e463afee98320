import Glibc
import HostFiles
import RPC

/// Checks a file that an entry refers to as a photo.
enum PhotoFile {
    /// About ten times the size of a camera's picture.
    private static let byteLimit = 128 << 20

    /// The signatures of picture formats with their offsets.
    private static let signatures: [(offset: Int, bytes: [UInt8])] = [
        // JPEG.
        (0, [0xFF, 0xD8, 0xFF]),
        // PNG.
        (0, [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]),
        (0, Array("GIF8".utf8)),
        (8, Array("WEBP".utf8)),
        // TIFF, and raw pictures of many cameras.
        (0, [0x49, 0x49, 0x2A, 0x00]), (0, [0x4D, 0x4D, 0x00, 0x2A]),
        // HEIF and AVIF.
        (4, Array("ftyphei".utf8)), (4, Array("ftyphev".utf8)), (4, Array("ftypmif1".utf8)),
        (4, Array("ftypavif".utf8)),
    ]

    /// - Throws: NOT_FOUND or PERMISSION_DENIED if the file cannot be read, INVALID_ARGUMENT if it
    ///   is not a picture or too large.
    static func check(_ path: String) throws(Status) {
        var status = stat()
        guard access(path, R_OK) == 0, stat(path, &status) == 0 else {
            let isDenied = errno == EACCES
            throw Status(
                isDenied ? .permissionDenied : .notFound,
                "The photo \(path) cannot be read: "
                    + (isDenied ? "permission is denied." : "there is no such file."))
        }
        guard status.st_mode & S_IFMT == S_IFREG, isPicture(Files.head(of: path))
        else {
            throw Status(
                .invalidArgument, "\(path) is not a picture.",
                hint: "Use a file of the format JPEG, PNG, HEIC, AVIF, WebP, GIF or TIFF.")
        }
        guard status.st_size <= byteLimit else {
            throw Status(
                .invalidArgument, "\(path) is larger than \(byteLimit >> 20) MiB.",
                hint: "Make it smaller, or log without it.")
        }
    }

    private static func isPicture(_ head: [UInt8]) -> Bool {
        signatures.contains { head.dropFirst($0.offset).starts(with: $0.bytes) }
    }
}
