package import CivilTime
package import Tracking

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

extension Diary {
    /// The completion rate over the `days` days that end with `last`.
    ///
    /// Vacation days, days before creation or after a pause, days without an occurrence and excused
    /// sessions are left out. A container's is the mean of its days' shares.
    package func completionRate(
        of activity: Activity, days: Int, endingOn last: CivilDate
    ) -> CompletionRate {
        var done = 0.0
        var expected = 0
        for back in 0..<max(days, 0) {
            let day = last.advanced(by: -back)
            guard isExpected(activity, on: day), !vacations.contains(day) else { continue }
            let standing = standing(of: activity, on: day)
            guard standing.expected > 0 else { continue }
            if activity.configuration(on: day).kind == .container {
                done += Double(standing.done) / Double(standing.expected)
                expected += 1
            } else {
                done += Double(standing.done)
                expected += standing.expected
            }
        }
        let value = expected > 0 ? done / Double(expected) : 0
        return CompletionRate(value: value, expected: expected)
    }
}
