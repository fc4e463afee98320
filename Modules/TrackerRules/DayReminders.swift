package import CivilTime
package import Tracker

/// The state of the reminder of one part of the day.
package struct DayReminder: Hashable, Sendable {
    package var part: DayPartReminder
    package var setting: DayPartReminderSetting
    /// The times of the reminder in minutes since midnight; empty if switched off.
    package var minutes: [Int]
    /// The names of the open activities of this and earlier parts of the day, in list order.
    package var open: [String]
    /// True if the reminder is switched on, its condition is met and an activity is open.
    package var isDue: Bool
}

extension ActivityHistory {
    /// The three reminders of a day with the entries so far.
    ///
    /// An untimed activity belongs to the morning. A reminder names the open activities of its own and of
    /// earlier parts of the day. No reminder is due on a vacation day.
    package func reminders(
        on day: CivilDate, settings: (DayPartReminder) -> DayPartReminderSetting
    ) -> [DayReminder] {
        let agenda = agenda(on: day)
        return DayPartReminder.allCases.map { part in
            let setting = settings(part)
            func names(where isIncluded: (Slot) -> Bool) -> [String] {
                agenda.sections.filter { isIncluded($0.slot.listedSlot) }.flatMap(\.items)
                    .map(\.occurrence.activity.name)
            }
            let open = names { $0 <= part.slot }
            let conditionHolds =
                switch setting.condition {
                case .always: true
                case .unstarted: agenda.completed.isEmpty && agenda.progress == 0
                case .belowHalf: agenda.progress < 0.5
                case .behind: !names { $0 < part.slot }.isEmpty
                }
            return DayReminder(
                part: part, setting: setting,
                minutes: setting.minutes(before: dayParts.end(of: part)), open: open,
                isDue: setting.minute != nil && !open.isEmpty && conditionHolds
                    && !agenda.isVacation)
        }
    }
}
