package import CivilTime

/// A linear forecast of a series with a 95 % prediction interval.
///
/// Ordinary least squares over the days of the last ``windowInDays``; the interval is the usual
/// prediction interval of a simple linear regression, which contains a new day's value in 95 of 100
/// cases if the residuals are independent and normal (Draper and Smith, Applied Regression
/// Analysis, chapter 1).
package struct Forecast: Hashable, Sendable {
    /// The forecast of one day.
    package struct Day: Hashable, Sendable {
        package var date: CivilDate
        package var value: Double
        /// The lower bound of the prediction interval.
        package var low: Double
        package var high: Double
    }

    /// The length of the fitted window; older days are ignored.
    package static let windowInDays = 90
    /// The least number of days in the window that a line is fitted to.
    package static let minimumDays = 7
    /// The largest number of days after the last one that is forecast.
    package static let maximumHorizonInDays = 90

    /// Change per day.
    package let slope: Double
    /// The first day of the window: x is the number of days since `origin`, y the value of the day.
    private let origin: CivilDate
    private let meanX: Double
    private let meanY: Double
    /// The sum of the squared distances of the days from their mean.
    private let sumOfSquares: Double
    private let count: Double
    /// The standard deviation of the residuals.
    private let residualDeviation: Double
    /// True if no value was below 0; the forecast is then clamped to 0.
    private let isNonNegative: Bool

    /// Nil if the window up to `asOf` has fewer than ``minimumDays`` days.
    package init?(of daily: [DayPoint], asOf: CivilDate) {
        let first = asOf.advanced(by: 1 - Self.windowInDays)
        let points = daily.filter { first <= $0.date && $0.date <= asOf }
        guard points.count >= Self.minimumDays else { return nil }
        let xs = points.map { Double(first.distance(to: $0.date)) }
        let ys = points.map(\.value)
        origin = first
        count = Double(points.count)
        meanX = xs.reduce(0, +) / count
        meanY = ys.reduce(0, +) / count
        var (xx, xy) = (0.0, 0.0)
        for (x, y) in zip(xs, ys) {
            xx += (x - meanX) * (x - meanX)
            xy += (x - meanX) * (y - meanY)
        }
        sumOfSquares = xx
        slope = xy / xx
        var residualSquares = 0.0
        for (x, y) in zip(xs, ys) {
            let residual = y - (meanY + slope * (x - meanX))
            residualSquares += residual * residual
        }
        residualDeviation = (residualSquares / (count - 2)).squareRoot()
        isNonNegative = ys.allSatisfy { $0 >= 0 }
    }

    /// The forecast for a day, or for the mean of `averaged` days around that day, which has a
    /// narrower interval.
    package func day(_ date: CivilDate, meanOf averaged: Double = 1) -> Day {
        let averagedDays = max(averaged, 1)
        let x = Double(origin.distance(to: date)) - meanX
        let value = meanY + slope * x
        let halfWidth =
            studentQuantile(freedom: count - 2) * residualDeviation
            * (1 / averagedDays + 1 / count + x * x / sumOfSquares).squareRoot()
        func clamped(_ value: Double) -> Double { isNonNegative ? max(0, value) : value }
        return Day(
            date: date, value: clamped(value), low: clamped(value - halfWidth),
            high: clamped(value + halfWidth))
    }

    /// The forecasts for the `count` days after `asOf`, ascending, each for the mean of `averaged`
    /// days.
    package func days(_ count: Int, after asOf: CivilDate, meanOf averaged: Double = 1) -> [Day] {
        (1...max(1, count)).map { day(asOf.advanced(by: $0), meanOf: averaged) }
    }
}

/// Two-sided 95 % quantile of Student's t (Abramowitz and Stegun, 26.7.5). The error is below 0.01
/// for 5 or more degrees of freedom.
func studentQuantile(freedom: Double) -> Double {
    // The 97.5 % quantile of the standard normal distribution.
    let z = 1.959_963_984_540_054
    let (z3, z5, z7) = (z * z * z, z * z * z * z * z, z * z * z * z * z * z * z)
    let first = (z3 + z) / (4 * freedom)
    let second = (5 * z5 + 16 * z3 + 3 * z) / (96 * freedom * freedom)
    let third =
        (3 * z7 + 19 * z5 + 17 * z3 - 15 * z) / (384 * freedom * freedom * freedom)
    return z + first + second + third
}
