import Memberwise
package import RPC

/// The change log: committed changes by number, for callers that cache data. Served by the storage
/// worker.
package enum Changes {
    package static let service = "dayline.storage.Changes"

    /// The changes after a number, oldest first. OUT_OF_RANGE if the database has no such number: the
    /// caller has to read its data again.
    package static let since = Method<SinceRequest, SinceResponse>(
        service, "Since", repeatable: true)

    /// The kind of a change that is about all that a profile has: a backup took its place, and what was
    /// read has to be read again.
    package static let restoredKind = "restored"

    @Message
    package struct SinceRequest: Codable, Hashable, WireValue {
        /// The last number that the caller has seen; 0 for none.
        package var number: Int64
        /// At most so many; nil: as many as a page may have. Long texts end it earlier.
        package var limit: Int? = nil
        /// True to include changes of other profiles than the caller's; nil: false.
        package var isOfAllProfiles: Bool? = nil
    }

    @Message
    package struct SinceResponse: Codable, Hashable, WireValue {
        package var changes: [Change]
        /// The newest number there is, of any profile.
        package var latest: Int64
    }

    @Message
    package struct Change: Codable, Hashable, Sendable {
        /// Rises over the whole database; some are left out.
        package var number: Int64
        /// ISO 8601, UTC.
        @Field(.instant) package var at: String
        /// The profile's name at the time.
        package var profile: String
        /// `person`, `importer` and its name, or `health` for what was read from health data.
        package var who: String
        /// `profile`, `zone`, `setting`, `import`; `none` when nothing came of a request.
        package var kind: String
        package var key: String
        package var before: String?
        package var after: String?
    }
}
