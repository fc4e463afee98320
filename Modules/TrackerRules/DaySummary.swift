package import CivilTime
package import Tracker

/// How a day went over all that was due, as the heat map shows it.
package struct DaySummary: Hashable, Sendable {
    /// 0 to 1; `nil` for a day to come, and for one on which nothing counted.
    package var rate: Double?
    /// Something was due and all of it was excused.
    package var isAllSkipped: Bool
    /// False for a day to come.
    package var isVacation: Bool
}

/// How a day of the heat map is coloured.
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
    /// The days a heat map shows: 13 whole weeks.
    package static let heatMapDays = 91

    /// How `day` went over everything due then, or over one activity.
    ///
    /// Reminders do not count, and a carried occurrence counts on the day it was due.
    package func status(
        of activity: Activity? = nil, on day: CivilDate, asOf today: CivilDate
    ) -> DaySummary {
        guard day <= today else {
            return DaySummary(rate: nil, isAllSkipped: false, isVacation: false)
        }
        let standings: [DayStatus] =
            if let activity {
                isExpected(activity, on: day) ? [dayStatus(of: activity, on: day)] : []
            } else {
                dues(on: day).filter { !$0.isCarried && !isReminder($0) }.map(dayStatus(of:))
            }
        let fillable = standings.reduce(0) { $0 + $1.fillable }
        let filled = standings.reduce(0) { $0 + $1.filled }
        let isExcused = fillable == 0 && standings.contains(where: \.hasExcuse)
        return DaySummary(
            rate: fillable > 0 ? filled / fillable : isExcused ? 0 : nil, isAllSkipped: isExcused,
            isVacation: vacations.contains(day))
    }

    /// 91 days, oldest first: the week of `today` and the 12 before it, so that a column is a week.
    package func heatMap(
        of activity: Activity? = nil, asOf today: CivilDate, weekStart: WeekStart = .monday
    ) -> [(day: CivilDate, status: DaySummary)] {
        let intoWeek = (today.weekday - weekStart.weekday + 7) % 7
        let first = today.advanced(by: 7 - intoWeek - Self.heatMapDays)
        return (0..<Self.heatMapDays).map { offset in
            let day = first.advanced(by: offset)
            return (day, status(of: activity, on: day, asOf: today))
        }
    }
}
