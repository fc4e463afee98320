package import CivilTime
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

    package struct Profile: Codable, Hashable, WireValue {
        package var name: String
        /// The zone in force from the last change on.
        package var zone: String
        package var zones: [ZoneChange]
        package var samples: Int
        package var activities: Int

        package init(
            name: String, zone: String, zones: [ZoneChange], samples: Int, activities: Int
        ) {
            self.name = name
            self.zone = zone
            self.zones = zones
            self.samples = samples
            self.activities = activities
        }
    }

    package struct ListResponse: Codable, Hashable, WireValue {
        package var profiles: [Profile]

        package init(profiles: [Profile]) {
            self.profiles = profiles
        }
    }

    package struct AddRequest: Codable, Hashable, WireValue {
        package var name: String
        package var zone: String

        package init(name: String, zone: String) {
            self.name = name
            self.zone = zone
        }
    }

    package struct RenameRequest: Codable, Hashable, WireValue {
        package var name: String
        package var newName: String

        package init(name: String, newName: String) {
            self.name = name
            self.newName = newName
        }
    }

    package struct RemoveRequest: Codable, Hashable, WireValue {
        package var name: String

        package init(name: String) {
            self.name = name
        }
    }

    package struct SetZoneRequest: Codable, Hashable, WireValue {
        package var name: String
        package var change: ZoneChange

        package init(name: String, change: ZoneChange) {
            self.name = name
            self.change = change
        }
    }

    package struct SetZoneResponse: Codable, Hashable, WireValue {
        package var profile: Profile
        /// The data version to wait for, when the change has days folded again.
        package var version: Int64

        package init(profile: Profile, version: Int64) {
            self.profile = profile
            self.version = version
        }
    }
}

/// A zone that a person lives in from 00:00 of a day on, in that zone.
package struct ZoneChange: Codable, Hashable, Sendable {
    /// Nil: since ever.
    package var from: CivilDate?
    /// An IANA name.
    package var zone: String

    package init(from: CivilDate?, zone: String) {
        self.from = from
        self.zone = zone
    }
}
