import PluginKit

/// The average, least and greatest heart rate of a workout.
struct HeartRateStatistic {
    private var count = 0
    private var sum = 0.0
    private var minimum = Double.infinity
    private var maximum = -Double.infinity

    mutating func add(_ value: Double, _ extremes: Extremes) {
        count += 1
        sum += value
        for value in extremes.values + [value] {
            minimum = min(minimum, value)
            maximum = max(maximum, value)
        }
    }

    /// Nil without heart rates.
    var statistic: ImportedWorkout.Statistic? {
        guard count > 0 else { return nil }
        return ImportedWorkout.Statistic(
            unit: "count/min", average: sum / Double(count), min: minimum, max: maximum)
    }
}
