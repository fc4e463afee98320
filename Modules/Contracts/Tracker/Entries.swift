package import CivilTime
package import RPC
package import Tracker

/// What was logged, entry by entry. Served by the tracker worker.
package enum Entries {
    package static let service = "dayline.tracker.Entries"

    /// An activity's entries, newest day first.
    package static let list = Method<ListRequest, ListResponse>(service, "List", repeatable: true)
    package static let show = Method<EntryRequest, LoggedEntry>(service, "Show", repeatable: true)
    package static let edit = Method<EditRequest, Journal.LogResponse>(service, "Edit")
    /// Puts an entry in the trash.
    package static let delete = Method<EntryRequest, LoggedEntry>(service, "Delete")

    package struct ListRequest: Codable, Hashable, WireValue {
        package var activity: String
        package var from: CivilDate?
        package var to: CivilDate?
        /// At most so many; nil: all.
        package var limit: Int?

        package init(
            activity: String, from: CivilDate? = nil, to: CivilDate? = nil, limit: Int? = nil
        ) {
            self.activity = activity
            self.from = from
            self.to = to
            self.limit = limit
        }
    }

    package struct ListResponse: Codable, Hashable, WireValue {
        package var entries: [LoggedEntry]

        package init(entries: [LoggedEntry]) {
            self.entries = entries
        }
    }

    package struct EntryRequest: Codable, Hashable, WireValue {
        package var id: Entry.ID
        /// The day that the question is asked on; nil: today in the profile's zone.
        package var on: CivilDate?

        package init(id: Entry.ID, on: CivilDate? = nil) {
            self.id = id
            self.on = on
        }
    }

    /// What is nil stays.
    package struct EditRequest: Codable, Hashable, WireValue {
        package var id: Entry.ID
        package var value: InputValue?
        package var unit: String?
        /// The day that it is to count for.
        package var day: CivilDate?
        package var slot: Slot?
        package var note: String?
        /// `completed` or `skipped`.
        package var status: String?
        package var reason: String?
        /// From 1 to 5; 0 for none.
        package var mood: Int?
        /// Empty for none.
        package var place: String?
        /// True if a day after today is meant; otherwise such a day is refused.
        package var future: Bool?

        package init(
            id: Entry.ID, value: InputValue? = nil, unit: String? = nil, day: CivilDate? = nil,
            slot: Slot? = nil, note: String? = nil, status: String? = nil, reason: String? = nil,
            mood: Int? = nil, place: String? = nil, future: Bool? = nil
        ) {
            self.id = id
            self.value = value
            self.unit = unit
            self.day = day
            self.slot = slot
            self.note = note
            self.status = status
            self.reason = reason
            self.mood = mood
            self.place = place
            self.future = future
        }
    }
}

/// An entry as people see it.
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
    package var mood: Int?
    package var place: String?
    package var photos: [String: String]?
    /// As the person wrote the number, where the unit was another.
    package var entered: EnteredValue?
    package var source: EntrySource
    /// ISO 8601, UTC.
    package var loggedAt: String?

    package init(
        id: Entry.ID, activity: String, date: CivilDate, status: String, value: Double?,
        unit: String?, slot: Slot?, note: String?, skipReason: String?, answer: String?, mood: Int?,
        place: String?,
        photos: [String: String]?, entered: EnteredValue?, source: EntrySource,
        loggedAt: String?
    ) {
        self.id = id
        self.activity = activity
        self.date = date
        self.status = status
        self.value = value
        self.unit = unit
        self.slot = slot
        self.note = note
        self.skipReason = skipReason
        self.answer = answer
        self.mood = mood
        self.place = place
        self.photos = photos
        self.entered = entered
        self.source = source
        self.loggedAt = loggedAt
    }
}
