package import CivilTime
package import Tracking

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
package enum StreakEffect: String, Codable, Sendable {
    case extends
    /// Not due, excused, a vacation, or nothing to do: the run goes on across it.
    case passes
    case breaks
}

extension Diary {
    /// How far back a current streak is followed.
    package static let streakLimitInDays = 3650

    /// What `day` does to the streak of an activity, that day being over.
    package func streakEffect(of activity: Activity, on day: CivilDate) -> StreakEffect {
        guard isExpected(activity, on: day) else { return .passes }
        let isContainer = activity.configuration(on: day).kind == .container
        if isContainer, children(of: activity, on: day).isEmpty { return .passes }
        let standing = standing(of: activity, on: day)
        if standing.extendsStreak { return .extends }
        return standing.isSkipped || vacations.contains(day) ? .passes : .breaks
    }

    /// The streaks of an activity as of `today`, which does not break them before it is over.
    ///
    /// Those of a paused activity are frozen at its pause day. A reminder has none.
    package func streaks(of activity: Activity, asOf today: CivilDate) -> Streaks {
        let last = min(today, activity.pause?.since ?? today)
        guard let first = firstLoggedDay(for: activity), first <= last else {
            return Streaks(current: 0, longest: 0)
        }
        var longest = 0
        var run = 0
        var runWithinLimit = 0
        let limit = last.advanced(by: -Self.streakLimitInDays)
        var day = first
        while day <= last {
            switch streakEffect(of: activity, on: day) {
            case .extends:
                run += 1
                if day > limit { runWithinLimit += 1 }
                longest = max(longest, run)
            case .breaks where day < last:
                run = 0
                runWithinLimit = 0
            case .passes, .breaks:
                break
            }
            day = day.advanced(by: 1)
        }
        return Streaks(current: runWithinLimit, longest: longest)
    }

    /// The first day that can extend a streak: nothing was done before the first entry.
    private func firstLoggedDay(for activity: Activity) -> CivilDate? {
        let own = entries(of: activity.id).keys
        let childrens = members(of: activity.id).flatMap { entries(of: $0.id).keys }
        return (own + childrens).min().map { max($0, activity.created) }
    }
}
