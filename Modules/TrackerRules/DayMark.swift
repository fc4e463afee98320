package import CivilTime
package import Tracker

/// The result of an activity on a day, shown as one dot.
package enum DayMark: String, CaseIterable, Codable, Sendable {
    case completed
    /// All sessions that were not completed were excused.
    case skipped
    /// Not completed, on a past day.
    case missed
    /// Not completed yet.
    case open
    /// Nothing was expected, or the day is a vacation.
    case none
}

extension ActivityHistory {
    /// The marks of the `days` days that end with `last`, oldest first.
    package func marks(
        of activity: Activity, days: Int, endingOn last: CivilDate
    ) -> [DayMark] {
        (0..<max(days, 0)).reversed().map {
            mark(of: activity, on: last.advanced(by: -$0), asOf: last)
        }
    }

    func mark(
        of activity: Activity, on day: CivilDate, asOf today: CivilDate
    ) -> DayMark {
        guard let index = index(of: activity) else { return .none }
        let span = tracked[index].ruleHistory[day]
        let status = dayStatus(of: index, by: span.rules, on: day, asOf: today)
        switch status.state {
        case .completed: return .completed
        case .skipped: return .skipped
        case .open:
            guard isExpected(index, on: day), !vacations.contains(day), status.expected > 0 else {
                return .none
            }
            return day < today ? .missed : .open
        }
    }
}
