package import CivilTime
package import Tracker

/// Completed days, weeks or months of an activity without a miss between them.
package struct StreakRun: Hashable, Sendable {
    /// The first completed day, or the first day of the first period.
    package var first: CivilDate
    /// The last completed day, or the last day of the last period.
    package var last: CivilDate
    /// The number of completed days, weeks or months.
    package var days: Int
    /// The missed day, or the last day of the missed period, that ended the run; nil: the run continues.
    package var missed: CivilDate?
}

extension ActivityHistory {
    /// The runs of an activity as of `today`, newest first. A miss on `today` ends no run, because the
    /// day is not over. The runs of a paused activity are those as of the day of the pause.
    package func streakRuns(of activity: Activity, asOf today: CivilDate) -> [StreakRun] {
        guard let index = index(of: activity),
            case let last = min(today, tracked[index].activity.pause(on: today)?.since ?? today)
        else { return [] }
        if hasLateResults(index) { return countedRuns(of: index, asOf: last) }
        let days = tracked[index].streakDays
        guard let span = days.span else { return [] }
        var runs: [StreakRun] = []
        var run: StreakRun?
        var day = span.lowerBound
        // After its last entry an activity can only have missed days.
        while day <= last, day <= span.upperBound || run != nil {
            switch day <= span.upperBound ? days[day] : streakEffect(of: index, on: day) {
            case .extends:
                run = StreakRun(
                    first: run?.first ?? day, last: day, days: (run?.days ?? 0) + 1, missed: nil)
            case .breaks where day < last:
                if var ended = run {
                    ended.missed = day
                    runs.append(ended)
                }
                run = nil
            case .breaks, .preserves: break
            }
            day = day.advanced(by: 1)
        }
        if let run { runs.append(run) }
        return runs.reversed()
    }
}
