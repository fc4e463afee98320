/// The data that a derived metric is computed from.
package enum Derivation: CaseIterable, Hashable, Sendable {
    /// Stages of sleep.
    case sleep
    /// Workouts.
    case workouts

    /// Nil for a metric with samples.
    package init?(metric: String) {
        guard let found = Self.allCases.first(where: { $0.metrics.contains(metric) }) else {
            return nil
        }
        self = found
    }

    package var metrics: [String] {
        switch self {
        case .sleep: ["sleepHours"]
        case .workouts: ["workoutDuration", "workoutEnergy", "workoutCount"]
        }
    }

    /// The metric whose samples are the input; nil if the input is not samples.
    package var sourceMetric: String? {
        switch self {
        case .sleep: "sleepAnalysis"
        case .workouts: nil
        }
    }

    /// The number of days before and after a changed day that can change too: a night is dated by
    /// the day of its end, and includes adjacent samples.
    package var affectedDays: Int32 {
        switch self {
        case .sleep: 2
        case .workouts: 0
        }
    }
}
