package import CivilTime
package import Tracker

/// A reminder of a part of the day, as it stands.
package struct DayReminder: Hashable, Sendable {
    package var part: DayPartReminder
    package var setting: DayPartReminderSetting
    /// Minutes since midnight at which it is given; empty when it is switched off.
    package var minutes: [Int]
    /// The names of what is open in the part of the day or before it, in list order.
    package var open: [String]
    /// Whether its condition holds, and there is something to remind of.
    package var isDue: Bool
}

extension ActivityHistory {
    /// The three reminders of a day, as they stand with what is logged so far.
    ///
    /// What has no time of day belongs to the morning; a reminder tells of its own part of the day and
    /// of what was left from those before it. Nothing is reminded of on a vacation.
    package func reminders(
        on day: CivilDate, settings: (DayPartReminder) -> DayPartReminderSetting
    ) -> [DayReminder] {
        let agenda = agenda(on: day)
        return DayPartReminder.allCases.map { part in
            let setting = settings(part)
            func names(_ isWanted: (Slot) -> Bool) -> [String] {
                agenda.sections.filter { isWanted($0.slot.listedSlot) }.flatMap(\.items)
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
                part: part, setting: setting, minutes: setting.minutes(before: part.endMinute),
                open: open,
                isDue: setting.minute != nil && !open.isEmpty && conditionHolds
                    && !agenda.isVacation)
        }
    }
}
