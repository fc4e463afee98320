package import CivilTime
import Memberwise
package import RPC
package import Tracker

/// Entries: list, edit, delete. Served by the tracker worker.
package enum Entries {
    package static let service = "dayline.tracker.Entries"

    /// An activity's entries, newest day first.
    package static let list = Method<ListRequest, ListResponse>(service, "List", repeatable: true)
    package static let show = Method<EntryRequest, LoggedEntry>(service, "Show", repeatable: true)
    package static let edit = Method<EditRequest, Journal.LogResponse>(service, "Edit")
    /// Puts an entry in the trash.
    package static let delete = Method<EntryRequest, LoggedEntry>(service, "Delete")

    @Message
    package struct ListRequest: Codable, Hashable, WireValue {
        package var activity: String
        package var from: CivilDate? = nil
        package var to: CivilDate? = nil
        /// At most so many; nil: all.
        package var limit: Int? = nil
    }

    @Message
    package struct ListResponse: Codable, Hashable, WireValue {
        package var entries: [LoggedEntry]
    }

    @Message
    package struct EntryRequest: Codable, Hashable, WireValue {
        package var id: Entry.ID
        /// The day that the question is asked on; nil: today in the profile's zone.
        package var on: CivilDate? = nil
    }

    /// Fields that are nil are unchanged.
    @Message
    package struct EditRequest: Codable, Hashable, WireValue {
        package var id: Entry.ID
        package var value: InputValue? = nil
        package var unit: String? = nil
        /// The day that it is to count for.
        package var day: CivilDate? = nil
        package var slot: Slot? = nil
        package var note: String? = nil
        /// `completed` or `skipped`.
        package var status: String? = nil
        package var reason: String? = nil
        /// From 1 to 5; 0 for none.
        package var mood: Int? = nil
        /// Empty for none.
        package var place: String? = nil
        /// True if a day after today is meant; otherwise such a day is refused.
        package var future: Bool? = nil
    }
}

/// An entry as people see it.
@Message
package struct LoggedEntry: Codable, Hashable, WireValue {
    package var id: Entry.ID
    /// The activity's name.
    package var activity: String
    package var date: CivilDate
    /// `completed` or `skipped`.
    package var status: String
    /// In `unit`.
    package var value: Double?
    package var unit: String?
    package var slot: Slot?
    package var note: String?
    package var skipReason: String?
    package var answer: String?
    @Field(.range(1...5)) package var mood: Int?
    package var place: String?
    package var photos: [String: String]?
    /// As the person wrote the number, where the unit was another.
    package var entered: EnteredValue?
    package var source: EntrySource
    /// ISO 8601, UTC.
    @Field(.instant) package var loggedAt: String?
}
