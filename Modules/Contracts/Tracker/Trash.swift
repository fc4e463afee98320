package import CivilTime
import Memberwise
package import RPC

/// Deleted records that can be restored: activities, categories, goals and entries. Served by
/// the tracker worker.
package enum Trash {
    package static let service = "dayline.tracker.Trash"

    /// Lists the deleted records; with a day, those that can still be restored on that day.
    package static let list = Method<ListRequest, ListResponse>(service, "List", repeatable: true)
    /// Restores a record. NOT_FOUND if the record has been in the trash for more than 30 days on
    /// the day of the request.
    package static let restore = Method<RestoreRequest, Item>(service, "Restore")
    /// Permanently removes records older than 30 days from the trash, or one record of any age. The
    /// records are removed from the change log too, so that the call cannot be undone.
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
