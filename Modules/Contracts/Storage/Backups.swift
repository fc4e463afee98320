import Memberwise
package import RPC

/// Copies of the whole database. Served by the storage worker.
package enum Backups {
    package static let service = "dayline.storage.Backups"

    /// Writes a consistent copy of the database, and returns when it is durable. Other calls read
    /// and write meanwhile.
    package static let write = Method<WriteRequest, BackupResponse>(service, "Write")
    /// Describes a backup. FAILED_PRECONDITION if it cannot be restored, DATA_LOSS if it is damaged.
    package static let examine = Method<BackupRequest, BackupResponse>(
        service, "Examine", repeatable: true)

    @Message
    package struct WriteRequest: Codable, Hashable, WireValue {
        /// The absolute path of the backup file.
        package var path: String
        /// The public key that the file is encrypted to; absent: it is not encrypted.
        package var recipient: String? = nil
    }

    @Message
    package struct BackupRequest: Codable, Hashable, WireValue {
        /// The absolute path of the backup file.
        package var path: String
    }

    @Message
    package struct BackupResponse: Codable, Hashable, WireValue {
        /// The path of the backup file.
        package var path: String
        /// The size of the file in bytes.
        package var bytes: Int64
        /// The version of the database schema.
        package var schema: Int
        /// The names of the profiles, sorted.
        package var profiles: [String]
        /// The number of samples of all profiles.
        package var samples: Int
        /// The number of published imports of all profiles.
        package var imports: Int
        /// The number of photo files.
        package var photos: Int
    }
}
