package import CivilTime
import Memberwise
package import Tracker

/// The completed share of the expected sessions over some days.
@Memberwise
package struct CompletionRate: Hashable, Sendable {
    /// 0 to 1; 0 if nothing was expected.
    package var value: Double
    /// The number of expected sessions; for a container, the number of days with an expected child; for
    /// totals of a period, the number of periods.
    package var expected: Int
}

extension ActivityHistory {
    /// The completion rate over the `days` days that end with `last`, as of `today` or else `last`.
    ///
    /// Vacation days, days before creation or after a pause, days without an occurrence and excused
    /// sessions are excluded. The rate of a container is the mean of its daily shares. Weeks and months
    /// count if they ended within the days, and the current one if it is complete.
    package func completionRate(
        of activity: Activity, days: Int, endingOn last: CivilDate, asOf today: CivilDate? = nil
    ) -> CompletionRate {
        rate(
            of: activity, from: last.advanced(by: 1 - max(days, 0)), through: last,
            asOf: today ?? last)
    }

    /// The completion rate over the `days` days before `today`, and over `today` if it is complete: an open
    /// day is not missed before its end.
    package func settledRate(
        of activity: Activity, days: Int, before today: CivilDate
    ) -> CompletionRate {
        let isJudgedByDay =
            index(of: activity)
            .map { tracked[$0].ruleHistory[today].rules.period == nil } ?? true
        let isOpen = isJudgedByDay && !dayStatus(of: activity, on: today).isCompleted
        return rate(
            of: activity, from: today.advanced(by: -max(days, 0)),
            through: isOpen ? today.advanced(by: -1) : today, asOf: today)
    }

    private func rate(
        of activity: Activity, from first: CivilDate, through last: CivilDate,
        asOf today: CivilDate
    ) -> CompletionRate {
        var sum = RateSum()
        if let index = index(of: activity) {
            var day = first
            while day <= last {
                day = addShare(of: index, from: day, through: last, asOf: today, to: &sum)
            }
        }
        return CompletionRate(
            value: sum.needed > 0 ? sum.done / sum.needed : 0, expected: sum.expected)
    }

    /// Adds the share of a day, or of the days of a week or month.
    /// - Returns: The next day.
    private func addShare(
        of index: Int, from day: CivilDate, through last: CivilDate, asOf today: CivilDate,
        to sum: inout RateSum
    ) -> CivilDate {
        let span = tracked[index].ruleHistory[day]
        guard let rule = span.rules.period else {
            if span.isExpected(on: day), !vacations.contains(day) {
                let status = dayStatus(of: index, by: span.rules, on: day, asOf: today)
                sum.add(status, isContainer: span.rules.isContainer)
            }
            return day.advanced(by: 1)
        }
        let step = streakSteps(of: index, from: day, through: last, asOf: today).first
        if let step, let progress = step.progress, progress.last <= last || today <= last,
            step.effect != .preserves
        {
            sum.add(progress, of: rule, isComplete: step.effect == .extends)
        }
        return (step?.last ?? day).advanced(by: 1)
    }
}

/// The sums of a completion rate.
private struct RateSum {
    var done = 0.0
    var needed = 0.0
    var expected = 0

    mutating func add(_ status: DayStatus, isContainer: Bool) {
        guard status.expected > 0 else { return }
        let count = isContainer ? 1 : status.expected
        done += Double(status.done) / Double(isContainer ? status.expected : 1)
        needed += Double(count)
        expected += count
    }

    mutating func add(_ progress: PeriodProgress, of rule: PeriodRule, isComplete: Bool) {
        if rule.isLimit {
            done += isComplete ? 1 : 0
            needed += 1
        } else {
            done += isComplete ? progress.needed : max(progress.done, 0)
            needed += progress.needed
        }
        expected += rule.countsDays ? Int(progress.needed) : 1
    }
}
