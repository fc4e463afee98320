package import CivilTime
import Memberwise
package import RPC
import Tracker

extension Journal {
    /// Returns the three reminders of a day in their present state. The caller delivers them at
    /// their times.
    package static let reminders = Method<DayRequest, RemindersResponse>(
        service, "Reminders", repeatable: true)

    @Message
    package struct RemindersResponse: Codable, Hashable, WireValue {
        /// The day of the reminders.
        package var date: CivilDate
        /// The reminders of morning, afternoon and evening, in that order.
        package var reminders: [ReminderItem]
    }

    @Message
    package struct ReminderItem: Codable, Hashable, Sendable {
        /// The part of the day: `morning`, `afternoon` or `evening`.
        package var part: String
        /// The setting, such as `20:00 below-half`, `13:00 behind every 2h` or `off`.
        package var setting: String
        /// The times of the reminder as `HH:MM`, ascending; empty: switched off.
        package var times: [String]
        /// True if the reminder is switched on, its condition holds, an activity is open, and the
        /// day is not a vacation.
        package var holds: Bool
        /// The title of the notification, such as `2 things are open`.
        package var title: String
        /// The names of up to three open activities and the number of the others; empty: nothing is
        /// open.
        package var body: String
    }
}
