package import CivilTime

/// The predicted day on which a goal weight is reached if the trend continues.
package enum GoalPrediction: Hashable, Sendable {
    case noData
    /// Fewer than seven days with a weight.
    case insufficientData
    case atGoal
    case wrongDirection
    case tooSlow
    case onTrack(Forecast)

    package struct Forecast: Hashable, Sendable {
        /// Weights are in the unit of the goal.
        package var weightToGoal: Double
        package var weeklyVelocity: Double
        package var days: Int
        package var date: CivilDate
    }

    package static let minimumDays = 7
    package static let longestForecastInDays = 730
    private static let minimumTrendPerDay = 1e-9

    /// The name of the case in responses.
    package var status: String {
        switch self {
        case .noData: "noData"
        case .insufficientData: "insufficientData"
        case .atGoal: "atGoal"
        case .wrongDirection: "wrongDirection"
        case .tooSlow: "tooSlow"
        case .onTrack: "onTrack"
        }
    }

    /// Computes level and trend from day means and extends the trend from the last weighed day.
    package init(_ entries: [WeightEntry], goal: Double, unit: WeightUnit) {
        let days = entries.dayMeans(in: unit)
        guard let last = days.last else {
            self = .noData
            return
        }
        guard days.count >= Self.minimumDays, let trend = HoltTrend(days) else {
            self = .insufficientData
            return
        }
        let distance = goal - trend.level
        guard !unit.isNear(trend.level, goal) else {
            self = .atGoal
            return
        }
        // The trend of constant weights is a rounding error.
        let isLevel = abs(trend.perDay) < Self.minimumTrendPerDay
        guard !isLevel, distance * trend.perDay > 0 else {
            self = .wrongDirection
            return
        }
        // Prevents rounding errors from removing a day from a whole quotient.
        let daysLeft = (distance / trend.perDay + 1e-9).rounded(.down)
        guard daysLeft <= Double(Self.longestForecastInDays) else {
            self = .tooSlow
            return
        }
        self = .onTrack(
            Forecast(
                weightToGoal: abs(distance), weeklyVelocity: trend.perDay * 7, days: Int(daysLeft),
                date: last.day.advanced(by: Int(daysLeft))))
    }
}
