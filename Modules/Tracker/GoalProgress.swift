/// The days that a goal's consistency looks back on.
package let consistencyWindowInDays = 14

extension MetricTarget {
    /// Where the metric should go: as somebody said, else as baseline and target say.
    package var wantedDirection: Direction? {
        if let direction { return direction }
        guard let baseline, let target, baseline != target else { return nil }
        return target > baseline ? .increase : .decrease
    }

    /// How much of the way from baseline to target `latest` has come, 0 to 1; `nil` when something
    /// is missing, or when there is no way to go.
    package func progress(latest: Double?) -> Double? {
        guard let baseline, let target, let latest, abs(target - baseline) > 0.001 else {
            return nil
        }
        return min(max((latest - baseline) / (target - baseline), 0), 1)
    }
}

/// How much an activity of a goal contributes to its consistency.
package struct Contribution: Hashable, Sendable {
    /// The activity's completion rate over the window, 0 to 1.
    package var rate: Double
    package var weight: Double
    /// How many occurrences were expected in the window.
    package var expected: Int
    package var isStopped: Bool

    package init(rate: Double, weight: Double, expected: Int, isStopped: Bool) {
        self.rate = rate
        self.weight = weight
        self.expected = expected
        self.isStopped = isStopped
    }

    /// The weighted mean of the rates, 0 to 1; `nil` when nothing counts.
    ///
    /// A rate of 0 counts where something was expected, so that neglect hurts.
    package static func consistency(of contributions: [Contribution]) -> Double? {
        let counted = contributions.filter { !$0.isStopped && $0.expected > 0 && $0.weight > 0 }
        let weight = counted.reduce(0) { $0 + $1.weight }
        guard weight > 0 else { return nil }
        return counted.reduce(0) { $0 + $1.rate * $1.weight } / weight
    }
}

/// How a score is coloured.
package enum ScoreColor: String, CaseIterable, Codable, Sendable {
    case green, orange, red

    package init(score: Double) {
        self = score >= 0.8 ? .green : score >= 0.5 ? .orange : .red
    }
}

/// How fast a metric moves, in the unit of time that suits the span it was watched for.
package struct AverageProgress: Hashable, Sendable {
    package enum Period: String, CaseIterable, Codable, Sendable {
        case day, week, month

        /// A month is a twelfth of a Gregorian year.
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

    /// The speed of a change of `change` within `spanInDays`; `nil` when no day lies between.
    package init?(change: Double, spanInDays: Int) {
        guard spanInDays > 0 else { return nil }
        period = spanInDays < 14 ? .day : spanInDays < 90 ? .week : .month
        rate = change / (Double(spanInDays) / period.lengthInDays)
    }
}

/// Why an activity cannot be linked to a goal.
package enum LinkError: Error, Hashable, Sendable {
    /// It lies in a container; link that instead.
    case notTopLevel
    case reminder
    case containerAsMetric
    case childOfLinkedContainer
    case alreadyLinked
    case tooManyMetrics

    package static let metricLimit = 5
}

extension Activity {
    /// Why it may not be linked to a goal to which `linked` are, `metrics` of them as metrics, or
    /// `nil` when it may.
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
