import Memberwise
package import RPC

/// The change log: committed changes by number, for callers that cache data. Served by the storage
/// worker.
package enum Changes {
    package static let service = "dayline.storage.Changes"

    /// Returns the changes after a number, oldest first. OUT_OF_RANGE if the database has no such
    /// number: the caller has to read its data again.
    package static let since = Method<SinceRequest, SinceResponse>(
        service, "Since", repeatable: true,
        access: .scope(.read, localKeys: ["isOfAllProfiles"]))

    /// The kind of a change of all data of a profile: a backup was restored, and callers have to
    /// read all data again.
    package static let restoredKind = "restored"

    /// The kind of an added, renamed or removed profile.
    package static let profileKind = "profile"

    /// The kinds of changes after which other profiles can exist.
    package static let profileKinds: Set<String> = [profileKind, restoredKind]

    @Message
    package struct SinceRequest: Codable, Hashable, WireValue {
        /// The last change number that the caller has read, 0 or more; 0: none.
        package var number: Int64
        /// The greatest number of changes, clamped to 1 to 1,000; long texts end a page earlier.
        /// Nil: 1,000.
        package var limit: Int? = nil
        /// True to include changes of all profiles; nil: false, only those of the caller's profile.
        /// UNIMPLEMENTED on a database server, where each profile numbers its changes itself.
        package var isOfAllProfiles: Bool? = nil
    }

    @Message
    package struct SinceResponse: Codable, Hashable, WireValue {
        /// The changes after the number, oldest first; empty: none.
        package var changes: [Change]
        /// The number of the newest change of any profile, on a database server of the caller's profile;
        /// 0: none.
        package var latest: Int64
    }

    @Message
    package struct Change: Codable, Hashable, Sendable {
        /// The number of the change, ascending over the whole database with gaps, on a database server
        /// within the profile without gaps.
        package var number: Int64
        /// The time of the commit as RFC 3339 in UTC.
        @Field(.instant) package var at: String
        /// The name of the profile at the time of the change.
        package var profile: String
        /// The origin of the change: `person`, `importer` and its name, or `health` for health
        /// sync.
        package var who: String
        /// The kind of the change: a record kind such as `activity` or `entry`, or `entries`,
        /// `profile`, `zone`, `setting`, `import`, `sources`, `sample`, `refold`, `damage`,
        /// `tracker` for very many records, `restored` for a backup, or `none` for a request
        /// without effect.
        package var kind: String
        /// The subject of the change, such as the identifier of a record, the key of a setting or
        /// the number of an import.
        package var key: String
        /// The text before the change, such as the JSON of a record; nil: did not exist, or is not
        /// stored.
        package var before: String?
        /// The text after the change, such as the JSON of a record; nil: removed, or is not stored.
        package var after: String?
    }
}
