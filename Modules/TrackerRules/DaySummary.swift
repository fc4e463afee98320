package import CivilTime
package import Tracker

/// The result of a day over all due activities, as shown in the heat map.
package struct DaySummary: Hashable, Sendable {
    /// 0 to 1; nil for a future day, and if nothing counted.
    package var rate: Double?
    /// True if occurrences were due and all were excused.
    package var isAllSkipped: Bool
    /// True for a vacation day up to today.
    package var isVacation: Bool
    /// True if the day is not over and an occurrence is open that can still be done or kept.
    package var isOpen = false
}

/// The colour level of a day in the heat map.
package enum HeatLevel: String, CaseIterable, Codable, Sendable {
    case vacation, skipped, none, partial, full
}

extension DaySummary {
    package var level: HeatLevel {
        if isVacation { return .vacation }
        if isAllSkipped { return .skipped }
        guard let rate, rate > 0 else { return .none }
        return rate >= 1 ? .full : .partial
    }
}

extension ActivityHistory {
    /// The number of weeks in a heat map without a number of its own.
    package static let heatMapWeeks = 13

    /// The summary of `day` over all due activities, or over one activity.
    ///
    /// Reminders are excluded, and a carried occurrence counts on its original day.
    package func status(
        of activity: Activity? = nil, on day: CivilDate, asOf today: CivilDate
    ) -> DaySummary {
        guard day <= today else {
            return DaySummary(rate: nil, isAllSkipped: false, isVacation: false)
        }
        let statuses: [DayStatus] =
            if let activity {
                isExpected(activity, on: day)
                    ? [dayStatus(of: activity, on: day, asOf: today)] : []
            } else {
                dueOccurrences(on: day).filter { !$0.isCarried && !isReminder($0) }
                    .map { dayStatus(of: $0, asOf: today) }
            }
        let fillable = statuses.reduce(0) { $0 + $1.fillable }
        let filled = statuses.reduce(0) { $0 + $1.filled }
        let isExcused = fillable == 0 && statuses.contains(where: \.hasExcuse)
        return DaySummary(
            rate: fillable > 0 ? filled / fillable : isExcused ? 0 : nil, isAllSkipped: isExcused,
            isVacation: vacations.contains(day),
            isOpen: day == today && statuses.contains { $0.state == .open && !$0.isExceeded })
    }

    /// The days of `weeks` weeks, oldest first: the week of `today` and the weeks before, so that each
    /// column is a week.
    package func heatMap(
        of activity: Activity? = nil, weeks: Int = heatMapWeeks, asOf today: CivilDate,
        weekStart: WeekStart = .monday
    ) -> [(day: CivilDate, status: DaySummary)] {
        let intoWeek = (today.weekday - weekStart.weekday + 7) % 7
        let first = today.advanced(by: 7 - intoWeek - weeks * 7)
        return (0..<weeks * 7).map { offset in
            let day = first.advanced(by: offset)
            return (day, status(of: activity, on: day, asOf: today))
        }
    }
}
