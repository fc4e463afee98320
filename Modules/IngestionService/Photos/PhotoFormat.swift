import Contracts

/// The format of a picture file that is accepted as a photo, by its first bytes.
enum PhotoFormat: Hashable {
    case jpeg, png
    /// HEIC or AVIF.
    case heif

    private static let signatures: [(format: PhotoFormat, offset: Int, bytes: [UInt8])] =
        [
            (.jpeg, 0, [0xFF, 0xD8, 0xFF]),
            (.png, 0, [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]),
        ]
        + ["heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1", "avif", "avis"].map {
            (.heif, 4, Array("ftyp\($0)".utf8))
        }

    /// Nil for other formats.
    init?(head: [UInt8]) {
        let found = Self.signatures.first { head.dropFirst($0.offset).starts(with: $0.bytes) }
        guard let found else { return nil }
        self = found.format
    }

    /// The ending of the stored photo. A drawing in a PNG stays lossless.
    func storedEnding(as format: Settings.PhotoFormat) -> String {
        self == .png ? "png" : format.ending
    }
}
