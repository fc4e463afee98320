package import CivilTime
package import Tracker

/// What a person is told first: something that goes better, something to do now, and a target that no
/// longer fits.
package struct Encouragement: Hashable, Sendable {
    /// An activity whose rate over the last seven days is above that of the seven before.
    package struct Improvement: Hashable, Sendable {
        package var activity: Activity
        package var before: Double
        package var now: Double

        /// A smaller gain is none.
        package static let minimumGain = 0.1
    }

    /// A target that was passed on most days, or missed on nearly all of them.
    package struct TargetSuggestion: Hashable, Sendable {
        package var activity: Activity
        package var target: Double
        package var suggested: Double
        /// Days of the last 14 with a number and a target, and those of them that reached the target of
        /// the day. A vacation day that did not is left out.
        package var days: Int
        package var reached: Int

        package static let windowInDays = 14
        /// Fewer days with a number tell nothing.
        package static let minimumDays = 7
        /// The mean has to lie so far from the target.
        package static let minimumDifference = 0.2
    }

    /// The largest gain.
    package var improvement: Improvement?
    /// What is most behind of that which is open on the day.
    package var nudge: BehindSchedule?
    /// In list order.
    package var targets: [TargetSuggestion]
}

extension ActivityHistory {
    /// The encouragement for `today`, which counts in the rates as far as it has come.
    package func encouragement(asOf today: CivilDate) -> Encouragement {
        Encouragement(
            improvement: improvement(asOf: today),
            nudge: behindSchedule(endingOn: today).first { behind in
                isExpected(behind.activity, on: today)
                    && dayStatus(of: behind.activity, on: today).state == .open
            }, targets: analysed(on: today).compactMap { suggestion(for: $0, asOf: today) })
    }

    private func improvement(asOf today: CivilDate) -> Encouragement.Improvement? {
        let gains = analysed(on: today).compactMap { activity -> Encouragement.Improvement? in
            let before = completionRate(
                of: activity, days: 7, endingOn: today.advanced(by: -7))
            let now = completionRate(of: activity, days: 7, endingOn: today)
            guard before.expected > 0, now.expected > 0,
                now.value - before.value >= Encouragement.Improvement.minimumGain
            else { return nil }
            return Encouragement.Improvement(
                activity: activity, before: before.value, now: now.value)
        }
        return gains.max { $0.now - $0.before < $1.now - $1.before }
    }

    /// Another target where the days before `today` are far from the present one: above it when at
    /// least three of four days reached the target of the day, below it when at most one of four did.
    private func suggestion(
        for activity: Activity, asOf today: CivilDate
    ) -> Encouragement.TargetSuggestion? {
        typealias Suggestion = Encouragement.TargetSuggestion
        guard let target = activity.configuration(on: today).kind.dailyTarget else { return nil }
        let days = dayValues(
            of: activity, from: today.advanced(by: -Suggestion.windowInDays),
            through: today.advanced(by: -1), asOf: today
        ).filter { hasTarget(of: activity, on: $0.day) }
        let values = days.map(\.value)
        guard values.count >= Suggestion.minimumDays else { return nil }
        let reached = days.count { dayStatus(of: activity, on: $0.day).isCompleted }
        let mean = values.reduce(0, +) / Double(values.count)
        let isTooLow = reached * 4 >= values.count * 3 && mean > target
        let isTooHigh = reached * 4 <= values.count && mean < target
        let suggested = roundedToTwoDigits(mean)
        guard isTooLow || isTooHigh, suggested > 0,
            abs(suggested - target) >= target * Suggestion.minimumDifference
        else { return nil }
        return Suggestion(
            activity: activity, target: target, suggested: suggested, days: values.count,
            reached: reached)
    }
}

extension ActivityHistory {
    /// True if a day had a target to reach by the configuration of that day. A vacation day counts only
    /// if it was completed.
    private func hasTarget(of activity: Activity, on day: CivilDate) -> Bool {
        activity.configuration(on: day).kind.dailyTarget != nil
            && (!vacations.contains(day) || dayStatus(of: activity, on: day).isCompleted)
    }
}

/// 2,137 becomes 2,100: a target is a round number.
private func roundedToTwoDigits(_ value: Double) -> Double {
    guard value > 0, value.isFinite else { return 0 }
    var power = 1.0
    while value / power >= 100 { power *= 10 }
    while value / power < 10, power > 0.01 { power /= 10 }
    return (value / power).rounded() * power
}
