package import CivilTime
package import Tracker

/// How much of what was expected over some days was done.
package struct CompletionRate: Hashable, Sendable {
    /// 0 to 1; 0 when nothing was expected.
    package var value: Double
    /// Sessions that were expected; for a container, days on which one of its children was.
    package var expected: Int

    package init(value: Double, expected: Int) {
        self.value = value
        self.expected = expected
    }
}

extension ActivityHistory {
    /// The completion rate over the `days` days that end with `last`.
    ///
    /// Vacation days, days before creation or after a pause, days without an occurrence and excused
    /// sessions are left out. A container's is the mean of its days' shares.
    package func completionRate(
        of activity: Activity, days: Int, endingOn last: CivilDate
    ) -> CompletionRate {
        rate(of: activity, over: (0..<max(days, 0)).map { last.advanced(by: -$0) })
    }

    /// The completion rate over the `days` days before `today`, and `today` where it is complete: an
    /// open day is not missed before it ends.
    package func settledRate(
        of activity: Activity, days: Int, before today: CivilDate
    ) -> CompletionRate {
        let isComplete = dayStatus(of: activity, on: today).isCompleted
        return rate(
            of: activity,
            over: ((isComplete ? 0 : 1)..<max(days, 0) + 1).map { today.advanced(by: -$0) })
    }

    private func rate(
        of activity: Activity, over days: some Sequence<CivilDate>
    ) -> CompletionRate {
        var sum = (done: 0.0, expected: 0)
        if let place = index(of: activity) {
            for day in days { addShare(of: place, on: day, to: &sum) }
        }
        let value = sum.expected > 0 ? sum.done / Double(sum.expected) : 0
        return CompletionRate(value: value, expected: sum.expected)
    }

    private func addShare(
        of place: Int, on day: CivilDate, to sum: inout (done: Double, expected: Int)
    ) {
        let period = tracks[place].timeline[day]
        guard period.isExpected(on: day), !vacations.contains(day) else { return }
        let standing = dayStatus(of: place, by: period.rules, on: day)
        guard standing.expected > 0 else { return }
        if period.rules.isContainer {
            sum.done += Double(standing.done) / Double(standing.expected)
            sum.expected += 1
        } else {
            sum.done += Double(standing.done)
            sum.expected += standing.expected
        }
    }
}
