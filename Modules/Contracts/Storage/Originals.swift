import Memberwise
package import RPC

/// The imported files themselves, stored once by the hash of their bytes. Served by the storage worker.
///
/// A file is stored while the setting `originals` of the profile is `on`. Its rows are part of backups and
/// are erased with the profile.
package enum Originals {
    package static let service = "dayline.storage.Originals"

    /// Stores the bytes of the file of an import (column `data` of each item, at most
    /// ``pieceLimit`` bytes). Bytes that another import has are stored once. NOT_FOUND without the
    /// import, RESOURCE_EXHAUSTED if the disk is too full.
    package static let store = UploadMethod<StoreRequest, Packet<Empty>, Original>(
        service, "Store")
    /// Streams the bytes of the file of an import in the column `data` of the items.
    /// NOT_FOUND if the import or its file is not stored.
    package static let read = StreamMethod<ImportLog.ImportRequest, Packet<Empty>, Original>(
        service, "Read", repeatable: true, access: .scope(.read))
    /// Removes the file of an import, unless another import has the same bytes. NOT_FOUND if the file
    /// is not stored.
    package static let remove = Method<ImportLog.ImportRequest, RemoveResponse>(
        service, "Remove", access: .scope(.admin))

    /// The greatest length of a piece in bytes.
    package static let pieceLimit = 1 << 20

    @Message
    package struct StoreRequest: Codable, Hashable, WireValue {
        /// The number of the import.
        package var id: Int64
        /// The size of the file in bytes.
        package var bytes: Int64
    }

    @Message
    package struct Original: Codable, Hashable, WireValue {
        /// The name of the file as the import reported it.
        package var file: String
        /// The BLAKE2b-256 hash of the bytes, 64 hexadecimal digits.
        package var hash: String
        /// The size of the file in bytes.
        package var bytes: Int64
        /// The size of the stored, compressed pieces in bytes.
        package var storedBytes: Int64
    }

    @Message
    package struct RemoveResponse: Codable, Hashable, WireValue {
        /// The number of stored bytes that were removed; 0 if another import has the same bytes.
        package var removedBytes: Int64
    }
}
