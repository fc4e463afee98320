import Memberwise
package import RPC

/// Daily backups to a folder.
extension Backups {
    /// Changes the folder, the time and the recipient of daily backups. NOT_FOUND if the folder does not
    /// exist, INVALID_ARGUMENT if it cannot have backups.
    package static let configure = Method<ConfigureRequest, ScheduleResponse>(
        service, "Configure", repeatable: true)
    /// Returns the settings of daily backups, the last results and the snapshots of the folder.
    package static let schedule = Method<ScheduleRequest, ScheduleResponse>(
        service, "Schedule", repeatable: true)
    /// Writes a snapshot to the folder, verifies it, and removes snapshots that are not kept.
    package static let run = Method<Empty, Snapshot>(service, "Run")

    /// The default time of daily backups.
    package static let timeDefault = "02:00"

    @Message
    package struct ConfigureRequest: Codable, Hashable, WireValue {
        /// The absolute path of an existing folder; nil: unchanged.
        package var folder: String? = nil
        /// The local time of the backup as HH:MM; nil: unchanged, at first 02:00.
        package var time: String? = nil
        /// The public key that a new folder is encrypted to; nil: a new folder is not encrypted.
        package var recipient: String? = nil
        /// True to end daily backups; the folder stays. nil: false.
        package var isOff: Bool? = nil
    }

    @Message
    package struct ScheduleRequest: Codable, Hashable, WireValue {
        /// True to list the snapshots, which reads the folder; nil: false.
        package var includesSnapshots: Bool? = nil
    }

    @Message
    package struct ScheduleResponse: Codable, Hashable, WireValue {
        /// The folder of backups; nil: there are no daily backups.
        package var folder: String? = nil
        /// The local time of the backup as HH:MM.
        package var time: String
        /// The IANA name of the zone of ``time``.
        package var zone: String
        /// The public key that the folder is encrypted to; nil: not encrypted.
        package var recipient: String? = nil
        /// True while a backup is being written.
        package var isRunning: Bool
        /// The time of the next backup as RFC 3339 in UTC; nil: none.
        @Field(.instant)
        package var nextAt: String? = nil
        /// The time of the data in the last verified backup as RFC 3339 in UTC; nil: none.
        @Field(.instant)
        package var verifiedAt: String? = nil
        /// The time of the last failure since then as RFC 3339 in UTC; nil: none.
        @Field(.instant)
        package var failedAt: String? = nil
        /// The reason of the last failure as a sentence; nil: none.
        package var failure: String? = nil
        /// The verified snapshots of the folder, newest first; nil: not asked for, or the folder cannot
        /// be read.
        package var snapshots: [Snapshot]? = nil
        /// The reason why the snapshots cannot be read, as a sentence; nil: none.
        package var problem: String? = nil
    }

    /// A verified copy of the database and the photos in a folder of backups.
    @Message
    package struct Snapshot: Codable, Hashable, WireValue {
        /// The time of the data as RFC 3339 in UTC.
        @Field(.instant)
        package var at: String
        /// The time at which the restored copy answered as the database did, as RFC 3339 in UTC.
        @Field(.instant)
        package var verifiedAt: String
        /// The size of all files in bytes.
        package var bytes: Int64
        /// The bytes that this snapshot added to the folder, without its list of blocks.
        package var addedBytes: Int64
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
