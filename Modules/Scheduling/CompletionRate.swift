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
        var sum = (done: 0.0, expected: 0)
        if let place = place(of: activity) {
            for back in 0..<max(days, 0) {
                addShare(of: place, on: last.advanced(by: -back), to: &sum)
            }
        }
        let value = sum.expected > 0 ? sum.done / Double(sum.expected) : 0
        return CompletionRate(value: value, expected: sum.expected)
    }

    private func addShare(
        of place: Int, on day: CivilDate, to sum: inout (done: Double, expected: Int)
    ) {
        let period = tracks[place].timeline[day]
        guard period.expects(day), !vacations.contains(day) else { return }
        let standing = standing(of: place, by: period.rules, on: day)
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
