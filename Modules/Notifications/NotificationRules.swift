package import CivilTime
import Memberwise
import Milestones
package import Tracker

/// The times and switches of the reminders of a profile.
@Memberwise
package struct NotificationRules: Hashable, Sendable {
    /// Parts of the day without a setting have no reminder.
    package var parts: [DayPartReminder: DayPartReminderSetting] = [:]
    package var activities: [ActivityReminder] = []
    package var categories: [CategoryReminder] = []
    /// The minute of the day at which streaks that end with the day are named; nil: never.
    package var streakMinute: Int? = nil
    /// The kinds that are switched off.
    package var silenced: Set<NotificationKind> = []
    /// Nil: no quiet hours.
    package var quietHours: QuietHours? = nil

    /// The minute of the weekly summary and of the reminder after a weight close to a milestone.
    static let summaryMinute = 19 * 60
    static let approachMinute = 9 * 60
    private static let sunday = 7

    /// The reminders of a day in order of time, whether or not their conditions hold.
    package func reminders(on day: CivilDate) -> [PlannedReminder] {
        var reminders: [PlannedReminder] = []
        func add(_ kind: NotificationKind, _ minutes: [Int], _ subject: String = "") {
            guard !silenced.contains(kind) else { return }
            reminders += minutes.filter((0..<1440).contains).map {
                PlannedReminder(kind: kind, day: day, minute: $0, subject: subject)
            }
        }
        for part in DayPartReminder.allCases {
            add(.partOfDay, parts[part]?.minutes(before: part.endMinute) ?? [], part.rawValue)
        }
        for activity in activities { add(.activity, activity.times.minutes, activity.id.rawValue) }
        for category in categories where category.plan.occurs(on: day) {
            add(.category, category.plan.times.minutes, category.id.rawValue)
        }
        if let streakMinute { add(.streak, [streakMinute]) }
        add(.weighing, [WeightReminders.streakWarningHour * 60])
        add(.approachingMilestone, [Self.approachMinute])
        if day.weekday == Self.sunday { add(.weeklySummary, [Self.summaryMinute]) }
        return reminders.sorted { ($0.minute, $0.key) < ($1.minute, $1.key) }
    }
}

/// The times at which a person is reminded of one activity while it is open.
@Memberwise
package struct ActivityReminder: Hashable, Sendable {
    package var id: Activity.ID
    package var times: ReminderTimes
    /// True to remind of logging what was done, false to remind of doing it.
    package var isForLogging: Bool = false

    /// Parses times as `HH:MM` with an optional last word `log`; nil for other texts.
    package init?(_ id: Activity.ID, text: String) {
        var words = text.split(separator: " ")[...]
        let isForLogging = words.last == "log"
        if isForLogging { words.removeLast() }
        let minutes = words.compactMap { minuteOfDay($0) }
        guard !minutes.isEmpty, minutes.count == words.count else { return nil }
        self.init(
            id: id, times: ReminderTimes(existing: minutes), isForLogging: isForLogging)
    }

    /// The text that `init(_:text:)` parses.
    package var text: String {
        (times.minutes.map(DayPartReminderSetting.text(minute:)) + (isForLogging ? ["log"] : []))
            .joined(separator: " ")
    }
}

/// The reminder schedule of an active category.
@Memberwise
package struct CategoryReminder: Hashable, Sendable {
    package var id: Category.ID
    package var name: String
    package var plan: ReminderPlan
}

extension ReminderPlan {
    /// True if the schedule has reminders on a day. `monthly` is the first day of each month; `weekly` and
    /// `custom` without weekdays are every day. `once` has no day of its own and never occurs.
    package func occurs(on day: CivilDate) -> Bool {
        switch frequency {
        case .once: false
        case .daily: true
        case .weekly, .custom: weekdays.isEmpty || weekdays.contains(day.weekday)
        case .monthly: day.day == 1
        }
    }
}
