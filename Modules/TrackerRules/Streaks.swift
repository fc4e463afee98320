package import CivilTime
package import Tracker

/// How long an activity has been kept up.
package struct Streaks: Hashable, Codable, Sendable {
    /// Days of the run that is still alive.
    package var current: Int
    /// Days of the best run there ever was; never below `current`.
    package var longest: Int

    package init(current: Int, longest: Int) {
        self.current = current
        self.longest = longest
    }
}

/// What a day does to a streak.
package enum StreakEffect: String, CaseIterable, Codable, Sendable {
    case extends
    /// Not due, excused, a vacation, or nothing to do: the run goes on across it.
    case passes
    case breaks
}

extension ActivityHistory {
    /// How far back a current streak is followed.
    package static let streakLimitInDays = 3650

    /// What `day` does to the streak of an activity, that day being over.
    package func streakEffect(of activity: Activity, on day: CivilDate) -> StreakEffect {
        index(of: activity).map { streakEffect(of: $0, on: day) } ?? .passes
    }

    func streakEffect(of place: Int, on day: CivilDate) -> StreakEffect {
        let period = tracks[place].timeline[day]
        guard period.isExpected(on: day) else { return .passes }
        if period.rules.isContainer, children(of: place, on: day).isEmpty { return .passes }
        let standing = dayStatus(of: place, by: period.rules, on: day)
        if standing.extendsStreak { return .extends }
        return standing.isSkipped || vacations.contains(day) ? .passes : .breaks
    }

    /// The streaks of an activity as of `today`, which does not break them before it is over.
    ///
    /// Those of an activity that was paused then are frozen at its pause day. A reminder has none.
    package func streaks(of activity: Activity, asOf today: CivilDate) -> Streaks {
        guard let place = index(of: activity) else { return Streaks(current: 0, longest: 0) }
        return streaks(of: place, asOf: today)
    }

    func streaks(of place: Int, asOf today: CivilDate) -> Streaks {
        let last = min(today, tracks[place].activity.pause(on: today)?.since ?? today)
        let days = tracks[place].streakDays
        var streaks = days.streaks(
            through: last, after: last.advanced(by: -Self.streakLimitInDays))
        guard streaks.current > 0, var day = days.span?.upperBound else { return streaks }
        // After its last entry an activity can only miss.
        while true {
            day = day.advanced(by: 1)
            guard day < last else { return streaks }
            if streakEffect(of: place, on: day) == .breaks {
                streaks.current = 0
                return streaks
            }
        }
    }
}
