package import CivilTime
import Memberwise
import RPC
package import Tracker

extension Journal {
    @Message
    package struct LogRequest: Codable, Hashable, WireValue {
        /// The name of an activity, a unique prefix of the name, or the identifier.
        package var activity: String
        /// The number, in `unit`, or the text of an answer or note; nil: no value. A cumulative
        /// activity then uses a step of its recent amounts.
        package var value: InputValue? = nil
        /// The unit of `value`; nil: the unit of the activity.
        package var unit: String? = nil
        /// The day to log for; a carried occurrence is logged on its due day. Nil: today in the
        /// profile's zone.
        package var on: CivilDate? = nil
        /// The session of the day: a slot of the activity; nil: the first open session.
        package var slot: Slot? = nil
        /// A note of at most 16 KiB; nil: none.
        package var note: String? = nil
        /// The file names of photos by view; nil: none. A photo metric needs at least one.
        package var photos: [String: String]? = nil
        /// The mood from 1, bad, to 5, good; nil: not recorded.
        package var mood: Int? = nil
        /// The name of the place, at most 200 characters; nil or empty: not recorded.
        package var place: String? = nil
        /// True to accept a day after today; nil: false, and such a day is rejected.
        package var future: Bool? = nil
        /// True to log the amount that a cumulative activity with a target still needs on the day,
        /// if `value` is nil; nil: false.
        package var shouldComplete: Bool? = nil
    }

    @Message
    package struct SkipRequest: Codable, Hashable, WireValue {
        /// The name of an activity, a unique prefix of the name, or the identifier.
        package var activity: String
        /// The reason of the skip, at most 16 KiB; nil: none.
        package var reason: String? = nil
        /// The day to skip; a carried occurrence is skipped on its due day. Nil: today in the
        /// profile's zone.
        package var on: CivilDate? = nil
        /// The session of the day: a slot of the activity; nil: the first open session.
        package var slot: Slot? = nil
        /// True to accept a day after today; nil: false, and such a day is rejected.
        package var future: Bool? = nil
    }

    /// The new entry with the state of its day.
    @Message
    package struct LogResponse: Codable, Hashable, WireValue {
        /// The entry as stored.
        package var entry: LoggedEntry
        /// The state of the entry's day, including the entry.
        package var day: DayTotal
        /// The streaks of the activity, including the entry.
        package var streak: Streak
        /// The replaced entry if it had a number or an answer; nil: none.
        package var replaced: LoggedEntry? = nil
        /// True if the activity was paused at the end of the entry's day; nil: false.
        package var paused: Bool? = nil
        /// True if the activity was not due on the entry's day; nil: false.
        package var notDue: Bool? = nil
    }

    /// The state of the entry's day, including the entry.
    @Message
    package struct DayTotal: Codable, Hashable, Sendable {
        /// The day of the entry.
        package var date: CivilDate
        /// The total of the day, in `unit`; nil: no number on that day.
        package var total: Double?
        /// The target of the day, week or month, in `unit`; nil: no target.
        package var target: Double?
        /// True if the target is the most that the day, week or month may have; nil: false.
        package var atMost: Bool? = nil
        /// True if the day, week or month has more than `target` allows; nil: false.
        package var exceeded: Bool? = nil
        /// The week or month of the day; nil: the activity is judged by the day.
        package var period: Period? = nil
        /// The unit of the numbers; nil: no unit.
        package var unit: String?
        /// True if the activity is complete on the day.
        package var complete: Bool
    }

    @Message
    package struct Streak: Codable, Hashable, Sendable {
        /// The length of the current streak, 0 or more.
        package var current: Int
        /// The length of the longest streak, not below the current one.
        package var longest: Int
        /// The unit of both lengths, completed days, weeks or months: `day`, `week` or `month`.
        package var unit: StreakUnit = .day
    }

    @Message
    package struct StepRequest: Codable, Hashable, WireValue {
        /// The number of the step, as in ``TrackerRecords/NextResponse``; nil: the next step,
        /// whichever it is.
        package var step: Int64? = nil
    }

    /// The result of undo, redo or of a change of all records.
    @Message
    package struct StepResponse: Codable, Hashable, WireValue {
        /// The description of the step, such as `log Water 250 ml`.
        package var summary: String
        /// The records that changed; empty: very many, or none.
        package var records: [TrackerRecords.RecordKey]
        /// The reason why health sync failed afterwards; nil: no failure.
        package var problem: String? = nil
    }
}
