package import CivilTime
import Memberwise
package import RPC
package import Tracker

/// The entries of activities. Served by the tracker worker.
package enum Entries {
    package static let service = "dayline.tracker.Entries"

    /// Lists the entries of an activity, newest day first.
    package static let list = Method<ListRequest, ListResponse>(
        service, "List", repeatable: true, hasLargeReply: true)
    package static let show = Method<ShowRequest, LoggedEntry>(service, "Show", repeatable: true)
    package static let edit = Method<EditRequest, Journal.LogResponse>(service, "Edit")
    /// Moves an entry to the trash.
    package static let delete = Method<EntryRequest, LoggedEntry>(service, "Delete")

    @Message
    package struct ListRequest: Codable, Hashable, WireValue {
        /// The name of an activity, a unique prefix of the name, or the identifier.
        package var activity: String
        /// The first day, inclusive; nil: no lower bound.
        package var from: CivilDate? = nil
        /// The last day, inclusive; nil: no upper bound.
        package var to: CivilDate? = nil
        /// The greatest number of entries, 0 or more; nil: all.
        package var limit: Int? = nil
    }

    @Message
    package struct ListResponse: Codable, Hashable, WireValue {
        /// The entries, newest day first.
        package var entries: [LoggedEntry]
    }

    @Message
    package struct ShowRequest: Codable, Hashable, WireValue {
        /// The identifier of the entry.
        package var id: Entry.ID
    }

    @Message
    package struct EntryRequest: Codable, Hashable, WireValue {
        /// The identifier of the entry.
        package var id: Entry.ID
        /// The day on which the entry is deleted; nil: today in the profile's zone.
        package var on: CivilDate? = nil
    }

    /// Fields that are nil are unchanged.
    @Message
    package struct EditRequest: Codable, Hashable, WireValue {
        /// The identifier of the entry.
        package var id: Entry.ID
        /// The new number, in `unit`, or the new text of an answer; nil: unchanged.
        package var value: InputValue? = nil
        /// The unit of `value`; nil: the unit of the activity. INVALID_ARGUMENT without a value.
        package var unit: String? = nil
        /// The day that the entry is to count for; nil: unchanged.
        package var day: CivilDate? = nil
        /// The session of the day: a slot of the activity on that day; nil: unchanged.
        package var slot: Slot? = nil
        /// The new note, at most 16 KiB; empty: none; nil: unchanged.
        package var note: String? = nil
        /// The new status, `completed` or `skipped`; nil: unchanged.
        package var status: String? = nil
        /// The reason of a skip, at most 16 KiB; nil: unchanged. INVALID_ARGUMENT for a completed
        /// entry.
        package var reason: String? = nil
        /// The mood from 1, bad, to 5, good; 0: none; nil: unchanged.
        package var mood: Int? = nil
        /// The name of the place, at most 200 characters; empty: none; nil: unchanged.
        package var place: String? = nil
        /// True to accept a new day after today; nil: false, and such a day is rejected.
        package var future: Bool? = nil
    }
}

/// An entry with the name of its activity and units for people.
@Message
package struct LoggedEntry: Codable, Hashable, WireValue {
    /// The identifier of the entry.
    package var id: Entry.ID
    /// The name of the activity; the identifier if the activity was purged.
    package var activity: String
    /// The day that the entry counts for, which is the due day of a carried occurrence.
    package var date: CivilDate
    /// The status: `completed` or `skipped`.
    package var status: String
    /// The number in `unit`; nil: an entry without a number.
    package var value: Double?
    /// The unit of `value` on the day of the entry; nil: the activity has no unit on that day.
    package var unit: String?
    /// The session of the day: `allDay`, `morning`, `afternoon` or `evening`; nil: the first
    /// session of the day.
    package var slot: Slot?
    /// The note; nil: none.
    package var note: String?
    /// The reason of a skip; nil: none, or a completed entry.
    package var skipReason: String?
    /// The answer as text: a free text, the chosen options separated by commas, or a time as
    /// `HH:MM`; nil: not an answer.
    package var answer: String?
    /// The mood from 1, bad, to 5, good; nil: not recorded.
    @Field(.range(1...5)) package var mood: Int?
    /// The name of the place; nil: not recorded.
    package var place: String?
    /// The file names of photos by view; nil: no photos.
    package var photos: [String: String]?
    /// The number and unit as entered; nil: entered in the unit of the activity, or not a number.
    package var entered: EnteredValue?
    /// The origin of the entry: `person`, `health` for health sync, or `vacation`.
    package var source: EntrySource
    /// The time of logging as RFC 3339 in UTC; nil: unknown.
    @Field(.instant) package var loggedAt: String?
}
