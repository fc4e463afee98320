package import CivilTime
package import Tracker

/// The feedback shown first: an improvement, an open activity to do now, and targets that no longer fit.
package struct Encouragement: Hashable, Sendable {
    /// An activity whose rate over the last seven days exceeds that of the seven days before.
    package struct Improvement: Hashable, Sendable {
        package var activity: Activity
        package var before: Double
        package var now: Double

        /// The smallest gain that is reported.
        package static let minimumGain = 0.1
    }

    /// A target that was reached on most days, or on almost no day.
    package struct TargetSuggestion: Hashable, Sendable {
        package var activity: Activity
        package var target: Double
        package var suggested: Double
        /// The number of the last 14 days with a number and a target. A vacation day counts only if
        /// it was completed.
        package var days: Int
        /// The number of these days that reached the target of the day.
        package var reached: Int

        package static let windowInDays = 14
        /// The least number of days for a suggestion.
        package static let minimumDays = 7
        /// The least distance of the mean from the target, as a share of the target.
        package static let minimumDifference = 0.2
    }

    /// The largest gain; nil if none is large enough.
    package var improvement: Improvement?
    /// The open activity of the day with the lowest rate; nil without one below the threshold.
    package var nudge: BehindSchedule?
    /// In list order.
    package var targets: [TargetSuggestion]
}

extension ActivityHistory {
    /// The encouragement for `today`, whose entries so far count in the rates.
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
                of: activity, days: 7, endingOn: today.advanced(by: -7), asOf: today)
            let now = completionRate(of: activity, days: 7, endingOn: today)
            guard before.expected > 0, now.expected > 0,
                (now.value - before.value).reaches(Encouragement.Improvement.minimumGain)
            else { return nil }
            return Encouragement.Improvement(
                activity: activity, before: before.value, now: now.value)
        }
        return gains.max { $0.now - $0.before < $1.now - $1.before }
    }

    /// A new target if the days before `today` differ much from the present one: a higher target if at
    /// least three quarters of the days reached the target, a lower one if at most a quarter did.
    /// Nil otherwise.
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
            abs(suggested - target).reaches(target * Suggestion.minimumDifference)
        else { return nil }
        return Suggestion(
            activity: activity, target: target, suggested: suggested, days: values.count,
            reached: reached)
    }
}

extension ActivityHistory {
    /// True if the configuration of the day had a target. A vacation day counts only if it was completed.
    private func hasTarget(of activity: Activity, on day: CivilDate) -> Bool {
        activity.configuration(on: day).kind.dailyTarget != nil
            && (!vacations.contains(day) || dayStatus(of: activity, on: day).isCompleted)
    }
}

/// The value rounded to two significant digits: 2,137 becomes 2,100.
private func roundedToTwoDigits(_ value: Double) -> Double {
    guard value > 0, value.isFinite else { return 0 }
    var power = 1.0
    while value / power >= 100 { power *= 10 }
    while value / power < 10, power > 0.01 { power /= 10 }
    return (value / power).rounded() * power
}
