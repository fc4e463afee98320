import Memberwise
package import RPC

/// Photos from picture files, stored once by the hash of their bytes. Served by the ingestion worker, which
/// converts them; storage has the bytes (``StoredPhotos``).
package enum PhotoFiles {
    package static let service = "dayline.ingestion.PhotoFiles"

    /// Stores a photo from the bytes of a JPEG, PNG, HEIC or AVIF file (column `data` of each
    /// item). The stored photo is upright and has no metadata. INVALID_ARGUMENT for a file in
    /// another format or a damaged file, RESOURCE_EXHAUSTED beyond the limits.
    package static let store = UploadMethod<StoreRequest, Packet<Empty>, StoredPhoto>(
        service, "Store")
    /// Streams the bytes of a photo in the column `data` of the items. NOT_FOUND if there is no
    /// such photo.
    package static let read = StreamMethod<ReadRequest, Packet<Empty>, StoredPhoto>(
        service, "Read", repeatable: true, access: .onlyBus)

    /// The maximum size of a picture file, and of the stored photo, in bytes.
    package static let byteLimit = 64 << 20
    /// The maximum number of pixels of a picture.
    package static let pixelLimit = 100_000_000
    /// The maximum size of an item of a stream in bytes.
    package static let pieceLimit = 1 << 20

    /// The bytes of a photo in pieces of ``pieceLimit``; the last one may be shorter.
    package static func pieces(of bytes: [UInt8]) -> [Bytes] {
        stride(from: 0, to: bytes.count, by: pieceLimit).map { start in
            Bytes(Array(bytes[start..<min(start + pieceLimit, bytes.count)]))
        }
    }

    @Message
    package struct StoreRequest: Codable, Hashable, WireValue {
        /// The name of the file, for errors.
        package var name: String
        /// The size of the file in bytes; nil: unknown.
        package var bytes: Int64? = nil
    }

    package enum Size: String, CaseIterable, Codable, Sendable {
        /// `full`: the stored photo. `screen`: the stored photo, or a JPEG of a format that browsers do
        /// not show. `thumbnail`: a JPEG of at most 480 pixels on each side.
        case full, screen, thumbnail
    }

    @Message
    package struct ReadRequest: Codable, Hashable, WireValue {
        /// The name of the stored photo.
        package var file: String
        /// The size: `full`, `screen` or `thumbnail`.
        package var size: Size = .full
    }

    @Message
    package struct StoredPhoto: Codable, Hashable, WireValue {
        /// The name of the stored photo: the SHA-256 of its bytes and the ending `.jpg`, `.png`,
        /// `.heic` or `.avif`.
        package var file: String
        /// The size in bytes.
        package var bytes: Int
        /// The width in pixels; nil: not read.
        package var width: Int? = nil
        /// The height in pixels; nil: not read.
        package var height: Int? = nil
    }
}
