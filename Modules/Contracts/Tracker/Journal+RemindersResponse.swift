package import CivilTime
import Memberwise
package import RPC
import Tracker

extension Journal {
    /// The three reminders of a day, as they stand. Who delivers them asks when they are due.
    package static let reminders = Method<DayRequest, RemindersResponse>(
        service, "Reminders", repeatable: true)

    @Message
    package struct RemindersResponse: Codable, Hashable, WireValue {
        package var date: CivilDate
        package var reminders: [ReminderItem]
    }

    @Message
    package struct ReminderItem: Codable, Hashable, Sendable {
        /// `morning`, `afternoon` or `evening`.
        package var part: String
        /// As it is set, such as `20:00 below-half`.
        package var setting: String
        /// When it is given, as `HH:MM`; none when it is switched off.
        package var times: [String]
        /// True if the reminder's activity is open and its condition holds.
        package var holds: Bool
        package var title: String
        package var body: String
    }
}
