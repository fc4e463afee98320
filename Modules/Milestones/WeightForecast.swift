package import CivilTime

/// Where a weight goes if its trend goes on, with how far off that may be.
///
/// Holt's linear method with additive errors. The variance of h days ahead is
/// σ²(1 + (h-1)(α² + αβh + β²h(2h-1)/6)) with β the share of the slope in an error: Hyndman, Koehler,
/// Ord and Snyder, "Forecasting with Exponential Smoothing" (2008), table 6.1. σ² is that of the
/// forecasts of each weighed day from the one before it.
package struct WeightForecast: Hashable, Sendable {
    /// How many days a forecast may be asked for: as far as a goal is predicted.
    package static let daysAhead = 0...GoalPrediction.longestForecastInDays

    /// What takes in four of five weights.
    private static let deviations = 1.2815515655446004

    package let trend: HoltTrend
    /// Of one day ahead.
    package let deviation: Double
    private let last: CivilDate
    private let alpha: Double
    private let beta: Double

    /// Follows day means, oldest first; nil with fewer than three, which scatter about no trend.
    package init?(
        _ days: [(day: CivilDate, weight: Double)], alpha: Double = HoltTrend.defaultAlpha,
        beta: Double = HoltTrend.defaultBeta
    ) {
        guard days.count >= 3, let last = days.last?.day else { return nil }
        self.last = last
        self.alpha = alpha
        self.beta = alpha * beta
        var trend = HoltTrend(from: days[0], to: days[1])
        var squares = 0.0
        for (previous, next) in zip(days, days.dropFirst()) {
            let ahead = previous.day.distance(to: next.day)
            // The second day is where the first slope comes from: it cannot be off.
            if previous.day > days[0].day {
                let error = next.weight - trend.forecast(days: ahead)
                squares += error * error / Self.growth(ahead, alpha, alpha * beta)
            }
            trend.update(next.weight, after: ahead, alpha: alpha, beta: beta)
        }
        self.trend = trend
        deviation = (squares / Double(days.count - 2)).squareRoot()
    }

    /// The weight so many days after the last one, with its limits.
    package func day(_ ahead: Int) -> (day: CivilDate, weight: Double, low: Double, high: Double) {
        let weight = trend.forecast(days: ahead)
        let reach =
            Self.deviations * deviation * Self.growth(ahead, alpha, beta).squareRoot()
        return (last.advanced(by: ahead), weight, weight - reach, weight + reach)
    }

    private static func growth(_ ahead: Int, _ alpha: Double, _ beta: Double) -> Double {
        let h = Double(ahead)
        return 1 + (h - 1) * (alpha * alpha + alpha * beta * h + beta * beta * h * (2 * h - 1) / 6)
    }
}
