package import CivilTime

/// A forecast of the weight by its trend, with a prediction interval.
///
/// Holt's linear method with additive errors. The variance of h days ahead is
/// σ²(1 + (h-1)(α² + αβh + β²h(2h-1)/6)) with β the share of the slope in an error: Hyndman, Koehler,
/// Ord and Snyder, "Forecasting with Exponential Smoothing" (2008), table 6.1. σ² is that of the
/// forecasts of each weighed day from the one before it.
package struct WeightForecast: Hashable, Sendable {
    /// The valid forecast distances in days.
    package static let daysAhead = 0...GoalPrediction.longestForecastInDays

    /// The standard deviations of a prediction interval of 80 %.
    private static let deviations = 1.2815515655446004

    package let trend: HoltTrend
    /// The standard deviation of a forecast one day ahead.
    package let deviation: Double
    private let last: CivilDate
    private let alpha: Double
    private let beta: Double

    /// Applies day means, oldest first; nil with fewer than three, from which no error can be estimated.
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
            // The first slope is computed from the second day, which therefore has no error.
            if previous.day > days[0].day {
                let error = next.weight - trend.forecast(days: ahead)
                squares += error * error / Self.growth(ahead, alpha, alpha * beta)
            }
            trend.update(next.weight, after: ahead, alpha: alpha, beta: beta)
        }
        self.trend = trend
        deviation = (squares / Double(days.count - 2)).squareRoot()
    }

    /// The forecast `ahead` days after the last weighed day, with the limits of the interval.
    package func day(_ ahead: Int) -> (day: CivilDate, weight: Double, low: Double, high: Double) {
        let weight = trend.forecast(days: ahead)
        let margin =
            Self.deviations * deviation * Self.growth(ahead, alpha, beta).squareRoot()
        return (last.advanced(by: ahead), weight, weight - margin, weight + margin)
    }

    private static func growth(_ ahead: Int, _ alpha: Double, _ beta: Double) -> Double {
        let h = Double(ahead)
        return 1 + (h - 1) * (alpha * alpha + alpha * beta * h + beta * beta * h * (2 * h - 1) / 6)
    }
}
