package import CivilTime
import Memberwise
package import RPC
package import Tracker

extension Journal {
    /// Logs several activities or days in one step: all of them, or none.
    package static let logSeveral = Method<LogSeveralRequest, LogSeveralResponse>(
        service, "LogSeveral")

    /// The maximum number of lines of a request, and of the resulting entries.
    package static let lineLimit = 2_000

    @Message
    package struct LogSeveralRequest: Codable, Hashable, WireValue {
        /// The lines in the order in which they are logged, 1 to 2,000, which result in at most
        /// 2,000 entries.
        package var lines: [LogLine]
        /// True to accept days after today; nil: false, and such a day is rejected.
        package var future: Bool? = nil
    }

    /// Names of activities, or one activity with its value.
    @Message
    package struct LogLine: Codable, Hashable, Sendable {
        /// The words as a person types them; the first one is a name. If the second one is an
        /// amount, or the activity takes an answer or a note, the words after the name are its
        /// value. Otherwise all words are names.
        package var words: [String]
        /// The day or range of days as a person writes it, such as `yesterday` or `mon..fri`; a
        /// range covers the days on which the activity is due. Nil: today in the profile's zone.
        package var on: String? = nil
        /// The session of the day: a slot of the activities; nil: the first open session.
        package var slot: Slot? = nil
        /// A note of at most 16 KiB for each entry; nil: none.
        package var note: String? = nil
        /// The mood from 1, bad, to 5, good; nil: not recorded.
        package var mood: Int? = nil
        /// The name of the place, at most 200 characters; nil or empty: not recorded.
        package var place: String? = nil
        /// The number of the line in its file, from 1, for errors; nil: not from a file.
        package var number: Int? = nil
    }

    @Message
    package struct LogSeveralResponse: Codable, Hashable, WireValue {
        /// The new entries in the order in which they were logged.
        package var logged: [LogResponse]
        /// The days of ranges on which nothing was logged; nil: none.
        package var omitted: [OmittedDay]? = nil
    }

    /// A day of a range on which an activity is not due.
    @Message
    package struct OmittedDay: Codable, Hashable, Sendable {
        /// The name of the activity.
        package var activity: String
        /// The day.
        package var date: CivilDate
        /// The reason: `notCreatedYet`, `paused`, `vacation` or `notDue`.
        package var reason: Reason

        package enum Reason: String, CaseIterable, Codable, Sendable {
            case notCreatedYet, paused, vacation, notDue
        }
    }
}
