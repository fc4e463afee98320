package import CivilTime
import Memberwise
import RPC
package import Tracker

extension Journal {
    @Message
    package struct LogRequest: Codable, Hashable, WireValue {
        package var activity: String
        package var value: InputValue? = nil
        /// Of the value; nil: the activity's.
        package var unit: String? = nil
        package var on: CivilDate? = nil
        package var slot: Slot? = nil
        package var note: String? = nil
        /// File names by view.
        package var photos: [String: String]? = nil
        /// Mood from 1 to 5; nil: not recorded.
        package var mood: Int? = nil
        /// Where it was.
        package var place: String? = nil
        /// True if a day after today is meant; otherwise such a day is refused.
        package var future: Bool? = nil
    }

    @Message
    package struct SkipRequest: Codable, Hashable, WireValue {
        package var activity: String
        package var reason: String? = nil
        package var on: CivilDate? = nil
        package var slot: Slot? = nil
        /// True if a day after today is meant; otherwise such a day is refused.
        package var future: Bool? = nil
    }

    /// The new entry with the state of its day.
    @Message
    package struct LogResponse: Codable, Hashable, WireValue {
        package var entry: LoggedEntry
        package var day: DayTotal
        package var streak: Streak
        /// The entry that the new one replaced, where it said more than that something was done.
        package var replaced: LoggedEntry? = nil
        /// True if the activity was paused at the end of the entry's day; nil otherwise.
        package var paused: Bool? = nil
        /// True if the activity was not due on the entry's day; nil otherwise.
        package var notDue: Bool? = nil
    }

    /// State of the entry's day, including the entry.
    @Message
    package struct DayTotal: Codable, Hashable, Sendable {
        package var date: CivilDate
        package var total: Double?
        package var target: Double?
        package var unit: String?
        package var complete: Bool
    }

    @Message
    package struct Streak: Codable, Hashable, Sendable {
        package var current: Int
        package var longest: Int
    }

    /// A change that was undone, or made again.
    @Message
    package struct StepResponse: Codable, Hashable, WireValue {
        /// Description of the step.
        package var summary: String
        package var records: [TrackerRecords.RecordKey]
        /// Reason why health sync failed; nil if it succeeded.
        package var problem: String? = nil
    }
}
