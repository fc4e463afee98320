import Memberwise
package import RPC

/// The bytes of photos by their names, and of the pictures that are made of them. Served by the storage
/// worker: on SQLite from the folder `photos` of the home, on PostgreSQL from rows of the profile.
package enum StoredPhotos {
    package static let service = "dayline.storage.StoredPhotos"

    /// Stores a picture from its bytes (column `data` of each item, at most ``PhotoFiles/pieceLimit``
    /// bytes). The age of a photo that is stored already begins again; a picture of the size `screen` or
    /// `thumbnail` replaces the earlier one. INVALID_ARGUMENT if the bytes of a
    /// photo do not have the hash of its name, NOT_FOUND for a picture of a photo that is not stored,
    /// RESOURCE_EXHAUSTED beyond ``PhotoFiles/byteLimit``.
    package static let store = UploadMethod<Picture, Packet<Empty>, StoredPicture>(
        service, "Store")
    /// Streams the bytes of a picture in the column `data` of the items. NOT_FOUND if the picture is not
    /// stored, DATA_LOSS if the bytes of a photo do not have the hash of its name.
    package static let read = StreamMethod<Picture, Packet<Empty>, StoredPicture>(
        service, "Read", repeatable: true)
    /// Removes the photos of all profiles that were stored more than a day ago and that no entry, item
    /// of the trash or step of undo names.
    package static let removeUnused = Method<Empty, RemoveUnusedResponse>(
        service, "RemoveUnused", repeatable: true)

    /// The age in milliseconds from which a photo that no record names is removed: an upload is logged before.
    private static let unusedLifeMs: Int64 = 24 * 60 * 60 * 1000

    /// The time before which a photo that no record names has been stored if the photo is to be removed; both
    /// times are in milliseconds since 1970.
    package static func unusedLimit(now: Int64) -> Int64 { now - unusedLifeMs }

    @Message
    package struct Picture: Codable, Hashable, WireValue {
        /// The name of the stored photo.
        package var file: String
        /// The size: `full` for the photo, `screen` or `thumbnail` for a picture that is made of the
        /// photo, and made again if it is missing.
        package var size: PhotoFiles.Size = .full
    }

    @Message
    package struct StoredPicture: Codable, Hashable, WireValue {
        /// The size of the picture in bytes.
        package var bytes: Int
    }

    @Message
    package struct RemoveUnusedResponse: Codable, Hashable, WireValue {
        /// The number of removed photos.
        package var removed: Int
        /// The number of stored photos that remain.
        package var kept: Int
    }
}
