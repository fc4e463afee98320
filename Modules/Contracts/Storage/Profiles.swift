package import CivilTime
import Memberwise
package import RPC

/// The people in one home, and the time zones they have lived in. Served by the storage worker.
package enum Profiles {
    package static let service = "dayline.storage.Profiles"

    package static let list = Method<Empty, ListResponse>(service, "List", repeatable: true)
    /// ALREADY_EXISTS when there is one of that name.
    package static let add = Method<AddRequest, Profile>(service, "Add")
    package static let rename = Method<RenameRequest, Profile>(service, "Rename")
    package static let remove = Method<RemoveRequest, Empty>(service, "Remove")
    /// Changes the zone from a day on, and marks for folding what that touches.
    package static let setZone = Method<SetZoneRequest, SetZoneResponse>(service, "SetZone")

    @Message
    package struct Profile: Codable, Hashable, WireValue {
        package var name: String
        /// The zone in force from the last change on.
        package var zone: String
        package var zones: [ZoneChange]
        package var samples: Int
        package var activities: Int
    }

    @Message
    package struct ListResponse: Codable, Hashable, WireValue {
        package var profiles: [Profile]
    }

    @Message
    package struct AddRequest: Codable, Hashable, WireValue {
        package var name: String
        package var zone: String
    }

    @Message
    package struct RenameRequest: Codable, Hashable, WireValue {
        package var name: String
        package var newName: String
    }

    @Message
    package struct RemoveRequest: Codable, Hashable, WireValue {
        package var name: String
    }

    @Message
    package struct SetZoneRequest: Codable, Hashable, WireValue {
        package var name: String
        package var change: ZoneChange
    }

    @Message
    package struct SetZoneResponse: Codable, Hashable, WireValue {
        package var profile: Profile
        /// The data version to wait for, when the change has days folded again.
        package var version: Int64
    }
}

/// A zone that a person lives in from 00:00 of a day on, in that zone.
@Message
package struct ZoneChange: Codable, Hashable, Sendable {
    /// Nil: since ever.
    package var from: CivilDate?
    /// An IANA name.
    package var zone: String
}
