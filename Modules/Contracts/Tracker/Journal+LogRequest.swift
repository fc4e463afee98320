package import CivilTime
import RPC
package import Tracker

extension Journal {
    package struct LogRequest: Codable, Hashable, WireValue {
        package var activity: String
        package var value: InputValue?
        /// Of the value; nil: the activity's.
        package var unit: String?
        package var on: CivilDate?
        package var slot: Slot?
        package var note: String?
        /// File names by view.
        package var photos: [String: String]?
        /// How the person felt, from 1 to 5.
        package var mood: Int?
        /// Where it was.
        package var place: String?
        /// True if a day after today is meant; otherwise such a day is refused.
        package var future: Bool?

        package init(
            activity: String, value: InputValue? = nil, unit: String? = nil,
            on: CivilDate? = nil, slot: Slot? = nil, note: String? = nil,
            photos: [String: String]? = nil, mood: Int? = nil, place: String? = nil,
            future: Bool? = nil
        ) {
            self.activity = activity
            self.value = value
            self.unit = unit
            self.on = on
            self.slot = slot
            self.note = note
            self.photos = photos
            self.mood = mood
            self.place = place
            self.future = future
        }
    }

    package struct SkipRequest: Codable, Hashable, WireValue {
        package var activity: String
        package var reason: String?
        package var on: CivilDate?
        package var slot: Slot?
        /// True if a day after today is meant; otherwise such a day is refused.
        package var future: Bool?

        package init(
            activity: String, reason: String? = nil, on: CivilDate? = nil, slot: Slot? = nil,
            future: Bool? = nil
        ) {
            self.activity = activity
            self.reason = reason
            self.on = on
            self.slot = slot
            self.future = future
        }
    }

    /// What was logged, and what a person wants to know next.
    package struct LogResponse: Codable, Hashable, WireValue {
        package var entry: LoggedEntry
        package var day: DayTotal
        package var streak: Streak
        /// The entry that the new one replaced, where it said more than that something was done.
        package var replaced: LoggedEntry?
        /// True if the activity was paused at the end of the entry's day; nil otherwise.
        package var paused: Bool?
        /// True if the activity was not due on the entry's day; nil otherwise.
        package var notDue: Bool?

        package init(
            entry: LoggedEntry, day: DayTotal, streak: Streak, replaced: LoggedEntry? = nil,
            paused: Bool? = nil, notDue: Bool? = nil
        ) {
            self.entry = entry
            self.day = day
            self.streak = streak
            self.replaced = replaced
            self.paused = paused
            self.notDue = notDue
        }
    }

    /// How the day of an entry stands, with it.
    package struct DayTotal: Codable, Hashable, Sendable {
        package var date: CivilDate
        package var total: Double?
        package var target: Double?
        package var unit: String?
        package var complete: Bool

        package init(
            date: CivilDate, total: Double?, target: Double?, unit: String?, complete: Bool
        ) {
            self.date = date
            self.total = total
            self.target = target
            self.unit = unit
            self.complete = complete
        }
    }

    package struct Streak: Codable, Hashable, Sendable {
        package var current: Int
        package var longest: Int

        package init(current: Int, longest: Int) {
            self.current = current
            self.longest = longest
        }
    }

    /// A change that was undone, or made again.
    package struct StepResponse: Codable, Hashable, WireValue {
        /// What it was, in words.
        package var summary: String
        package var records: [TrackerRecords.RecordKey]
        /// Why what follows health data was not read anew, if it was not.
        package var problem: String?

        package init(summary: String, records: [TrackerRecords.RecordKey], problem: String? = nil) {
            self.summary = summary
            self.records = records
            self.problem = problem
        }
    }
}
