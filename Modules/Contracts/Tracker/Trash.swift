package import CivilTime
import Memberwise
package import RPC

/// Deleted records that can be restored: activities, categories, goals and entries. Served by
/// the tracker worker.
package enum Trash {
    package static let service = "dayline.tracker.Trash"

    /// All there is; with a day, only what is less old on it.
    package static let list = Method<ListRequest, ListResponse>(service, "List", repeatable: true)
    /// NOT_FOUND for what has been in the trash for more than 30 days on the day that is given.
    package static let restore = Method<RestoreRequest, Item>(service, "Restore")
    /// Removes for good what has been in the trash for more than 30 days, or one thing at once. It
    /// leaves the change log too, so it cannot be undone.
    package static let purge = Method<PurgeRequest, ListResponse>(service, "Purge")

    @Message
    package struct ListRequest: Codable, Hashable, WireValue {
        package var on: CivilDate? = nil
    }

    @Message
    package struct RestoreRequest: Codable, Hashable, WireValue {
        /// A name or an identifier.
        package var name: String
        package var on: CivilDate? = nil
    }

    @Message
    package struct PurgeRequest: Codable, Hashable, WireValue {
        /// A name or an identifier; nil: all that is old enough.
        package var name: String? = nil
        package var on: CivilDate? = nil
    }

    @Message
    package struct ListResponse: Codable, Hashable, WireValue {
        /// Deleted records, the most recently deleted first.
        package var items: [Item]
    }

    @Message
    package struct Item: Codable, Hashable, WireValue {
        /// `activity`, `category`, `goal` or `entry`.
        package var kind: String
        package var id: String
        package var name: String
        package var deleted: CivilDate
        /// The first day on which it may be removed for good.
        package var purgeableFrom: CivilDate
    }
}
