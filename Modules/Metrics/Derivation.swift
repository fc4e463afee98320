/// What a metric is made of that has no samples of its own.
package enum Derivation: CaseIterable, Hashable, Sendable {
    /// From the stages of sleep.
    case sleep
    /// From workouts.
    case workouts

    /// Nil for a metric that has samples.
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

    /// The metric whose samples they are made of; nil when it is something else than samples.
    package var sourceMetric: String? {
        switch self {
        case .sleep: "sleepAnalysis"
        case .workouts: nil
        }
    }

    /// How many days before and after a changed one it may change: a night is filed under the day
    /// that it ends on, and joins what lies near it.
    package var reachInDays: Int32 {
        switch self {
        case .sleep: 2
        case .workouts: 0
        }
    }
}
