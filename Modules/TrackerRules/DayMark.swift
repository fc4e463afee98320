package import CivilTime
package import Tracker

/// What became of an activity on a day, as one dot.
package enum DayMark: String, CaseIterable, Codable, Sendable {
    case completed
    /// All that was left of it was excused.
    case skipped
    /// Not done, on a day that is over.
    case missed
    /// Not done yet.
    case open
    /// Nothing was expected, or it was a vacation day.
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
        guard let place = index(of: activity) else { return .none }
        let period = tracks[place].timeline[day]
        let standing = dayStatus(of: place, by: period.rules, on: day)
        switch standing.state {
        case .completed: return .completed
        case .skipped: return .skipped
        case .open:
            guard period.isExpected(on: day), !vacations.contains(day), standing.expected > 0 else {
                return .none
            }
            return day < today ? .missed : .open
        }
    }
}
