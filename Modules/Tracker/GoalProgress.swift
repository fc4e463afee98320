import Memberwise

/// The number of past days over which a goal's consistency is computed.
package let consistencyWindowInDays = 14

extension MetricTarget {
    /// The chosen direction, else the direction from baseline to target; nil if neither is known.
    package var targetDirection: Direction? {
        if let direction { return direction }
        guard let baseline, let target, baseline != target else { return nil }
        return target > baseline ? .increase : .decrease
    }

    /// The share of the distance from baseline to target that `latest` covers, 0 to 1; nil if a value
    /// is missing or baseline equals target.
    package func progress(latest: Double?) -> Double? {
        guard let baseline, let target, let latest, abs(target - baseline).exceeds(0.001)
        else { return nil }
        return min(max((latest - baseline) / (target - baseline), 0), 1)
    }
}

/// The contribution of one activity to a goal's consistency.
@Memberwise
package struct GoalContribution: Hashable, Sendable {
    /// The activity's completion rate over the window, 0 to 1.
    package var rate: Double
    package var weight: Double
    /// The number of expected occurrences in the window.
    package var expected: Int
    package var isStopped: Bool

    /// The weighted mean of the rates, 0 to 1; nil if no contribution counts.
    ///
    /// A rate of 0 counts if occurrences were expected.
    package static func consistency(of contributions: [GoalContribution]) -> Double? {
        let counted = contributions.filter { !$0.isStopped && $0.expected > 0 && $0.weight > 0 }
        let weight = counted.reduce(0) { $0 + $1.weight }
        guard weight > 0 else { return nil }
        return counted.reduce(0) { $0 + $1.rate * $1.weight } / weight
    }
}

/// The colour of a score of 0 to 1.
package enum ScoreColor: String, CaseIterable, Codable, Sendable {
    case green, orange, red

    package init(score: Double) {
        self = score.reaches(0.8) ? .green : score.reaches(0.5) ? .orange : .red
    }
}

/// The average change of a metric per day, week or month, chosen by the length of the observed span.
package struct AverageProgress: Hashable, Sendable {
    package enum Period: String, CaseIterable, Codable, Sendable {
        case day, week, month

        /// The length of the period; a month is a twelfth of a Gregorian year.
        package var lengthInDays: Double {
            switch self {
            case .day: 1
            case .week: 7
            case .month: 30.44
            }
        }
    }

    package var rate: Double
    package var period: Period

    /// The average of `change` over `spanInDays`; nil if the span is not positive.
    package init?(change: Double, spanInDays: Int) {
        guard spanInDays > 0 else { return nil }
        period = spanInDays < 14 ? .day : spanInDays < 90 ? .week : .month
        rate = change / (Double(spanInDays) / period.lengthInDays)
    }
}

/// The reason why an activity cannot be linked to a goal.
package enum LinkError: Error, Hashable, Sendable {
    /// The activity is in a container; link the container instead.
    case notTopLevel
    case reminder
    case containerAsMetric
    case childOfLinkedContainer
    case alreadyLinked
    case tooManyMetrics

    package static let metricLimit = 5
}

extension Activity {
    /// The reason why the activity cannot be linked to a goal that has the activities `linked`, of which
    /// `metrics` are metrics; nil if it can be linked.
    package func linkRefusal(
        as role: GoalRole.Name, linked: Set<Activity.ID>, metrics: Int
    ) -> LinkError? {
        if configuration.schedule.isReminder { return .reminder }
        if let parent { return linked.contains(parent) ? .childOfLinkedContainer : .notTopLevel }
        if linked.contains(id) { return .alreadyLinked }
        if role == .metric {
            if configuration.kind == .container { return .containerAsMetric }
            if metrics >= LinkError.metricLimit { return .tooManyMetrics }
        }
        return nil
    }
}
