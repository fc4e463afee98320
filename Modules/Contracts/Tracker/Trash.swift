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
    package static let purge = Method<PurgeRequest, ListResponse>(
        service, "Purge", access: .scope(.admin))

    @Message
    package struct ListRequest: Codable, Hashable, WireValue {
        /// The day on which the listed records can still be restored; nil: all records in the
        /// trash.
        package var on: CivilDate? = nil
    }

    @Message
    package struct RestoreRequest: Codable, Hashable, WireValue {
        /// The name of a deleted record, a unique prefix of the name, or the identifier.
        package var name: String
        /// The day of the request, NOT_FOUND if the record has been in the trash for more than 30
        /// days; nil: at any time.
        package var on: CivilDate? = nil
    }

    @Message
    package struct PurgeRequest: Codable, Hashable, WireValue {
        /// The name, a unique prefix of the name, or the identifier of the record to remove,
        /// regardless of its age; nil: all records that have been in the trash for more than 30
        /// days.
        package var name: String? = nil
        /// The day on which the age of the records counts; nil: today in the profile's zone.
        /// Rejected with `name`.
        package var on: CivilDate? = nil
    }

    @Message
    package struct ListResponse: Codable, Hashable, WireValue {
        /// The deleted or removed records, most recently deleted first.
        package var items: [Item]
    }

    @Message
    package struct Item: Codable, Hashable, WireValue {
        /// The kind of the record: `activity`, `category`, `goal` or `entry`.
        package var kind: String
        /// The identifier of the record.
        package var id: String
        /// The name of the record; of an entry, the name of the activity and the day, such as
        /// `Water on 2026-01-31`, with the view before it for a photo of an entry.
        package var name: String
        /// The day on which the record was moved to the trash.
        package var deleted: CivilDate
        /// The first day on which the record may be removed for good.
        package var purgeableFrom: CivilDate
    }
}
