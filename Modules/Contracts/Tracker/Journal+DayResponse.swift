package import CivilTime
import Memberwise
package import RPC
package import Tracker

extension Journal {
    /// Returns a day as a page shows it: the agenda with the times of its entries, the week and the
    /// streaks at risk.
    package static let day = Method<DayRequest, DayResponse>(service, "Day", repeatable: true)

    @Message
    package struct DayResponse: Codable, Hashable, WireValue {
        /// The agenda of the day.
        package var agenda: TodayResponse
        /// The current day in the profile's zone.
        package var today: CivilDate
        /// The current time in the profile's zone, as `HH:MM`.
        package var now: String
        /// The times of the entries that completed items of the agenda, in the order of the items.
        package var times: [EntryTime]
        /// The seven days of the week that includes the day, oldest first.
        package var week: [Statistics.HeatDay]
        /// The current streaks of activities with an open item, longest first; empty unless the
        /// day is the current day.
        package var atRisk: [Statistics.Streak]
        /// The time at which the current day ends, in UTC, such as `2026-11-23T00:00:00Z`; nil: only
        /// from an older worker.
        package var todayEndsAt: String? = nil
        /// The times at which morning, afternoon and evening begin, such as `05:00 12:00 17:00`;
        /// nil: only from an older worker.
        package var dayParts: String? = nil
    }

    /// The time of the last entry of a completed item.
    @Message
    package struct EntryTime: Codable, Hashable, Sendable {
        /// The identifier of the activity.
        package var id: Activity.ID
        /// The part of the day of the item: `allDay`, `morning`, `afternoon` or `evening`.
        package var slot: Slot
        /// The time of logging in the profile's zone, as `HH:MM`, on the day of the agenda.
        package var time: String
    }
}
