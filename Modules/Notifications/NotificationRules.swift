package import CivilTime
import Memberwise
import Milestones
package import Tracker

/// The times and switches of the reminders of a profile.
@Memberwise
package struct NotificationRules: Hashable, Sendable {
    package var dayParts: DayParts = .standard
    /// Parts of the day without a setting have no reminder.
    package var parts: [DayPartReminder: DayPartReminderSetting] = [:]
    /// At most one to do an activity and one to log it.
    package var activities: [ActivityReminder] = []
    package var categories: [CategoryReminder] = []
    /// The minute of the day at which streaks that end with the day are named; nil: never.
    package var streakMinute: Int? = nil
    /// The minute of the day at which weights are usually entered; nil: unknown.
    package var usualWeighingMinute: Int? = nil
    /// The kinds that are switched off.
    package var silenced: Set<NotificationKind> = []
    /// Nil: no quiet hours.
    package var quietHours: QuietHours? = nil

    /// The minute of the day of the weekly summary.
    static let summaryMinute = 19 * 60
    /// The minute of the day of the reminder after a weight close to a milestone.
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
            let end = dayParts.end(of: part)
            add(.partOfDay, parts[part]?.minutes(before: end) ?? [], part.rawValue)
        }
        for activity in activities where activity.times.occurs(on: day) {
            add(
                activity.isForLogging ? .logging : .activity, activity.times.times.minutes,
                activity.id.rawValue)
        }
        for category in categories where category.plan.occurs(on: day) {
            add(.category, category.plan.times.minutes, category.id.rawValue)
        }
        if let streakMinute { add(.streak, [streakMinute]) }
        let warningMinute = WeightReminders.streakWarningHour * 60
        add(.weighing, [warningMinute])
        if let usualWeighingMinute, usualWeighingMinute != warningMinute {
            add(.usualWeighing, [usualWeighingMinute])
        }
        add(.approachingMilestone, [Self.approachMinute])
        if day.weekday == Self.sunday { add(.weeklySummary, [Self.summaryMinute]) }
        return reminders.sorted { ($0.minute, $0.key) < ($1.minute, $1.key) }
    }
}

/// The times at which a person is reminded of one activity while it is open.
@Memberwise
package struct ActivityReminder: Hashable, Sendable {
    package var id: Activity.ID
    package var times: WeekdayTimes
    /// True to remind of logging what was done, false to remind of doing it.
    package var isForLogging: Bool = false

    /// Parses times as `HH:MM` with their weekdays, as ``WeekdayTimes``. Those after the word `log` remind of
    /// logging; if no time follows the word, those before it do. Empty for other texts.
    package static func parse(_ id: Activity.ID, text: String) -> [ActivityReminder] {
        let parts = text.split(separator: "log", omittingEmptySubsequences: false)
        let times = parts.compactMap { WeekdayTimes($0) }
        guard (1...2).contains(parts.count), times.count == parts.count else { return [] }
        let isOnlyLogging = times.count == 2 && times[1].times.minutes.isEmpty
        return times.enumerated().filter { !$1.times.minutes.isEmpty }.map { index, times in
            ActivityReminder(id: id, times: times, isForLogging: index == 1 || isOnlyLogging)
        }
    }

    /// The text that `parse` reads, of at most one reminder to do the activity and one to log it; empty
    /// without times.
    package static func text(of reminders: [ActivityReminder]) -> String {
        func text(_ isForLogging: Bool) -> String {
            reminders.first { $0.isForLogging == isForLogging }?.times.text ?? ""
        }
        let logging = text(true)
        return [text(false), logging.isEmpty ? "" : "log \(logging)"].filter { !$0.isEmpty }
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
