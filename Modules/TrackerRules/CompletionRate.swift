package import CivilTime
import Memberwise
package import Tracker

/// The completed share of the expected sessions over some days.
@Memberwise
package struct CompletionRate: Hashable, Sendable {
    /// 0 to 1; 0 if nothing was expected.
    package var value: Double
    /// The number of expected sessions; for a container, the number of days with an expected child.
    package var expected: Int
}

extension ActivityHistory {
    /// The completion rate over the `days` days that end with `last`.
    ///
    /// Vacation days, days before creation or after a pause, days without an occurrence and excused
    /// sessions are excluded. The rate of a container is the mean of its daily shares.
    package func completionRate(
        of activity: Activity, days: Int, endingOn last: CivilDate
    ) -> CompletionRate {
        rate(of: activity, over: (0..<max(days, 0)).map { last.advanced(by: -$0) })
    }

    /// The completion rate over the `days` days before `today`, and over `today` if it is complete: an open
    /// day is not missed before its end.
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
        if let index = index(of: activity) {
            for day in days { addShare(of: index, on: day, to: &sum) }
        }
        let value = sum.expected > 0 ? sum.done / Double(sum.expected) : 0
        return CompletionRate(value: value, expected: sum.expected)
    }

    private func addShare(
        of index: Int, on day: CivilDate, to sum: inout (done: Double, expected: Int)
    ) {
        let span = tracked[index].ruleHistory[day]
        guard span.isExpected(on: day), !vacations.contains(day) else { return }
        let status = dayStatus(of: index, by: span.rules, on: day)
        guard status.expected > 0 else { return }
        if span.rules.isContainer {
            sum.done += Double(status.done) / Double(status.expected)
            sum.expected += 1
        } else {
            sum.done += Double(status.done)
            sum.expected += status.expected
        }
    }
}
