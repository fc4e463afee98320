import Memberwise
package import RPC

/// Copies of the whole database. Served by the storage worker.
package enum Backups {
    package static let service = "dayline.storage.Backups"

    /// Writes a copy, as the database is at one moment, that is on the disk when it answers. Others go
    /// on reading and writing meanwhile.
    package static let write = Method<BackupRequest, BackupResponse>(service, "Write")
    /// Describes a backup. FAILED_PRECONDITION if it cannot be restored, DATA_LOSS if it is damaged.
    package static let examine = Method<BackupRequest, BackupResponse>(
        service, "Examine", repeatable: true)

    @Message
    package struct BackupRequest: Codable, Hashable, WireValue {
        /// Absolute.
        package var path: String
    }

    @Message
    package struct BackupResponse: Codable, Hashable, WireValue {
        package var path: String
        package var bytes: Int64
        /// Of the tables.
        package var schema: Int
        package var profiles: [String]
        package var samples: Int
        package var imports: Int
    }
}
