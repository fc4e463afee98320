package import CivilTime

/// The rule that says on which days an activity is due.
package enum Schedule: Hashable, Sendable {
    case daily
    /// ISO weekdays, 1 Monday to 7 Sunday.
    case weekly(Set<Int>)
    /// Days of the month, 1 to 31; a month without such a day has no occurrence.
    case monthly(Set<Int>)
    /// Every n days from the start day, n of 1 or more.
    case everyDays(Int)
    /// The ISO weekdays of every n-th week, n of 1 or more. The week of the start day is week 0; without
    /// weekdays, that of the start day counts. Without a week start, weeks start on Monday.
    case everyWeeks(Int, on: Set<Int>, weekStart: WeekStart?)
    /// Completed days that each period needs, 1 to 7 a week or 1 to 31 a month, on any of its days.
    case times(Int, per: SchedulePeriod)
    /// A reminder that is open until it is done.
    case sticky
    /// A reminder for one day; without a day it is never shown.
    case adhoc(CivilDate?)

    /// True if the recurrence that starts on `start` includes `day`. An n-times schedule includes every
    /// day since the start. A reminder does not recur.
    package func recurs(on day: CivilDate, since start: CivilDate) -> Bool {
        switch self {
        case .daily: true
        case .weekly(let weekdays): weekdays.contains(day.weekday)
        case .monthly(let days): days.contains(day.day)
        case .everyDays(let count):
            day >= start && count > 0 && start.distance(to: day) % count == 0
        case .everyWeeks(let count, let weekdays, let weekStart):
            day >= start && count > 0
                && (weekdays.isEmpty ? [start.weekday] : weekdays).contains(day.weekday)
                && weeks(from: start, to: day, weekStart ?? .monday) % count == 0
        case .times: day >= start
        case .sticky, .adhoc: false
        }
    }

    /// The number of week starts after `start` up to `day`.
    private func weeks(from start: CivilDate, to day: CivilDate, _ weekStart: WeekStart) -> Int {
        let first = Interval.week.bucket(containing: start, weekStart: weekStart).start
        return first.distance(to: day) / 7
    }

    /// The greatest distance in days from a day to the next occurrence, at most a century.
    package var longestGapInDays: Int {
        switch self {
        case .daily, .weekly, .times, .sticky, .adhoc: 7
        case .monthly: 62
        case .everyDays(let count): min(max(count, 1), 36_525)
        case .everyWeeks(let count, _, _): min(max(count, 1), 5_217) * 7 + 7
        }
    }

    /// True for reminders, which are listed separately and count in no rate, streak, progress or goal.
    package var isReminder: Bool {
        switch self {
        case .sticky, .adhoc: true
        case .daily, .weekly, .monthly, .everyDays, .everyWeeks, .times: false
        }
    }

    /// True if a missed occurrence can be carried to later days.
    package var canCarryForward: Bool {
        switch self {
        case .weekly, .monthly, .everyDays, .everyWeeks: true
        case .daily, .times, .sticky, .adhoc: false
        }
    }

    /// The schedule with a week start: its own, else that of `current` if `current` has weeks, else
    /// `setting`. A schedule without weeks is unchanged.
    package func settingWeekStart(keeping current: Schedule?, or setting: WeekStart) -> Schedule {
        let known = current?.weekStart ?? setting
        return switch self {
        case .everyWeeks(let count, let weekdays, nil):
            .everyWeeks(count, on: weekdays, weekStart: known)
        case .times(let count, per: .week(startingOn: nil)):
            .times(count, per: .week(startingOn: known))
        default: self
        }
    }

    private var weekStart: WeekStart? {
        switch self {
        case .everyWeeks(_, _, let weekStart), .times(_, per: .week(startingOn: let weekStart)):
            weekStart
        default: nil
        }
    }
}

extension Schedule {
    /// The name of the recurrence in documents and commands.
    package enum Name: String, CaseIterable, Codable, Sendable {
        case daily, weekly, monthly, every, times, sticky, adhoc
    }

    package var name: Name {
        switch self {
        case .daily: .daily
        case .weekly: .weekly
        case .monthly: .monthly
        case .everyDays, .everyWeeks: .every
        case .times: .times
        case .sticky: .sticky
        case .adhoc: .adhoc
        }
    }
}
