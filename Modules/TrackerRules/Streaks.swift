package import CivilTime
import Memberwise
package import Tracker

/// The current and the longest streak of an activity, in completed days, weeks or months.
@Memberwise
package struct Streaks: Hashable, Codable, Sendable {
    /// The length of the streak that is not broken.
    package var current: Int
    /// The greatest length ever; at least `current`.
    package var longest: Int
    package var unit: StreakUnit = .day
}

/// The effect of a day on a streak.
package enum StreakEffect: String, CaseIterable, Codable, Sendable {
    case extends
    /// Neither extends nor breaks: not due, excused, a vacation, or a container without due children.
    case preserves
    case breaks
}

extension ActivityHistory {
    /// The number of days to search back for a current streak.
    package static let streakLimitInDays = 3650

    /// The effect of `day` on the streak of an activity after the end of the day. A completed day extends
    /// the count of its week or month, which no day breaks.
    package func streakEffect(of activity: Activity, on day: CivilDate) -> StreakEffect {
        index(of: activity).map { streakEffect(of: $0, on: day) } ?? .preserves
    }

    func streakEffect(of index: Int, on day: CivilDate) -> StreakEffect {
        let span = tracked[index].ruleHistory[day]
        if span.rules.period != nil {
            return occurrenceState(of: index, on: day) == .done ? .extends : .preserves
        }
        guard span.isExpected(on: day) else { return .preserves }
        if span.rules.isContainer, children(of: index, on: day).isEmpty { return .preserves }
        let status = dayStatus(of: index, by: span.rules, on: day, asOf: .distantFuture)
        if status.extendsStreak { return .extends }
        return status.isSkipped || vacations.contains(day) ? .preserves : .breaks
    }

    /// The streaks of an activity as of `today`, which breaks no streak before its end.
    ///
    /// The streaks of a paused activity are frozen at the day of the pause. Those of a reminder are 0.
    package func streaks(of activity: Activity, asOf today: CivilDate) -> Streaks {
        guard let index = index(of: activity) else { return Streaks(current: 0, longest: 0) }
        return streaks(of: index, asOf: today)
    }

    /// True if the effect of a day on the streak is not known from the entries of the day: some days are
    /// judged by the week, month or limit, or the activity is a container of one with a limit.
    func hasLateResults(_ index: Int) -> Bool {
        tracked[index].ruleHistory.hasLateResults
            || tracked[index].members.contains { tracked[$0].ruleHistory.hasLimits }
    }

    func streaks(of index: Int, asOf today: CivilDate) -> Streaks {
        let last = min(today, tracked[index].activity.pause(on: today)?.since ?? today)
        if hasLateResults(index) {
            return countedStreaks(of: index, asOf: last)
        }
        let days = tracked[index].streakDays
        var streaks = days.streaks(
            through: last, after: last.advanced(by: -Self.streakLimitInDays))
        guard streaks.current > 0, var day = days.span?.upperBound else { return streaks }
        // After its last entry an activity can only have missed days.
        while true {
            day = day.advanced(by: 1)
            guard day < last else { return streaks }
            if streakEffect(of: index, on: day) == .breaks {
                streaks.current = 0
                return streaks
            }
        }
    }
}
