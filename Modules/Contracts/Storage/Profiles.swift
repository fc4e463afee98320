package import CivilTime
import Memberwise
package import RPC

/// The profiles of a home and their time zones. Served by the storage worker.
package enum Profiles {
    package static let service = "dayline.storage.Profiles"

    /// The topic of events without fields: profiles were added, renamed, removed, erased or restored.
    package static let changedTopic = "profiles"

    package static let list = Method<Empty, ListResponse>(service, "List", repeatable: true)
    /// Adds a profile. ALREADY_EXISTS if there is a profile of that name.
    package static let add = Method<AddRequest, Profile>(service, "Add")
    package static let rename = Method<RenameRequest, Profile>(service, "Rename")
    /// Lists the renames of the present profiles.
    package static let renames = Method<Empty, RenamesResponse>(
        service, "Renames", repeatable: true)
    package static let remove = Method<RemoveRequest, Empty>(service, "Remove")
    /// Changes the time zone from a day on, and marks the affected days for folding.
    package static let setZone = Method<SetZoneRequest, SetZoneResponse>(service, "SetZone")

    @Message
    package struct Profile: Codable, Hashable, WireValue {
        /// The name of the profile.
        package var name: String
        /// The IANA name of the zone since the last change of the zone.
        package var zone: String
        /// The time zones of the profile, ascending by first day.
        package var zones: [ZoneChange]
        /// The number of stored samples.
        package var samples: Int
        /// The number of activities outside of the trash.
        package var activities: Int
        /// The time of the profile's first change, which distinguishes the profile from others that had its
        /// name, as RFC 3339 in UTC; nil: the profile has no change.
        @Field(.instant) package var createdAt: String? = nil
    }

    @Message
    package struct ListResponse: Codable, Hashable, WireValue {
        /// All profiles, ascending by name.
        package var profiles: [Profile]
    }

    @Message
    package struct AddRequest: Codable, Hashable, WireValue {
        /// The name of the new profile: letters, digits, spaces, dots, dashes and underscores, at
        /// most 64 bytes, without a leading dash.
        package var name: String
        /// The IANA name of the time zone.
        package var zone: String
    }

    @Message
    package struct RenameRequest: Codable, Hashable, WireValue {
        /// The present name of the profile; the default profile cannot be renamed.
        package var name: String
        /// The new name: letters, digits, spaces, dots, dashes and underscores, at most 64 bytes,
        /// without a leading dash.
        package var newName: String
    }

    @Message
    package struct RenamesResponse: Codable, Hashable, WireValue {
        /// The renames, ascending by time; empty: no profile was renamed.
        package var renames: [PastRename]
    }

    /// A rename of a profile that still exists.
    @Message
    package struct PastRename: Codable, Hashable, Sendable {
        /// The present name of the profile, also after later renames.
        package var name: String
        /// The name of the profile before the rename.
        package var earlierName: String
        /// The time of the rename, as RFC 3339 in UTC.
        @Field(.instant) package var at: String
    }

    @Message
    package struct RemoveRequest: Codable, Hashable, WireValue {
        /// The name of the profile; the default profile cannot be removed.
        package var name: String
    }

    @Message
    package struct SetZoneRequest: Codable, Hashable, WireValue {
        /// The name of the profile.
        package var name: String
        /// The new zone and its first day.
        package var change: ZoneChange
    }

    @Message
    package struct SetZoneResponse: Codable, Hashable, WireValue {
        /// The profile after the change.
        package var profile: Profile
        /// The data version after the change, at which the affected days are folded again.
        package var version: Int64
    }
}

/// A time zone that applies from 00:00 of a day on, in that zone.
@Message
package struct ZoneChange: Codable, Hashable, Sendable {
    /// The first day in the zone, from 00:00 in that zone; nil: since the beginning.
    package var from: CivilDate?
    /// The IANA name of the zone.
    package var zone: String
}
