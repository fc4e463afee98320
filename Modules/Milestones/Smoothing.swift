package import CivilTime
import Memberwise

/// Moving averages of weights.
package enum Smoothing {
    /// The weight of a new entry in the average over entries.
    package static let defaultLambda = 0.1
    /// The span in days of the daily average, in every response about weights.
    package static let span = 7

    /// The exponentially weighted average of entries in order; gaps between days have no effect.
    package static func ewma(_ weights: [Double], lambda: Double = defaultLambda) -> [Double] {
        var smoothed: [Double] = []
        for weight in weights {
            smoothed.append(
                smoothed.last.map { lambda * weight + (1 - lambda) * $0 } ?? weight)
        }
        return smoothed
    }

    /// A day of the daily average.
    package struct Point: Hashable, Sendable {
        package var day: CivilDate
        package var raw: Double
        package var smoothed: Double
        /// The change of the average per day since the previous point; nil for the first point.
        package var ratePerDay: Double?
    }

    package static func alpha(span: Int) -> Double {
        2 / (Double(span) + 1)
    }

    /// The exponential moving average of day means, oldest first.
    package static func ema(
        _ days: [(day: CivilDate, weight: Double)], span: Int = Self.span
    ) -> [Point] {
        let alpha = alpha(span: span)
        var points: [Point] = []
        for (day, weight) in days {
            guard let previous = points.last else {
                points.append(Point(day: day, raw: weight, smoothed: weight, ratePerDay: nil))
                continue
            }
            let smoothed = alpha * weight + (1 - alpha) * previous.smoothed
            let elapsed = Double(previous.day.distance(to: day))
            points.append(
                Point(
                    day: day, raw: weight, smoothed: smoothed,
                    ratePerDay: (smoothed - previous.smoothed) / elapsed))
        }
        return points
    }
}

/// A level and its trend by Holt's linear method, on days rather than entries.
@Memberwise
package struct HoltTrend: Hashable, Sendable {
    package static let defaultAlpha = 0.3
    package static let defaultBeta = 0.1

    package var level: Double
    package var perDay: Double

    /// Applies day means, oldest first; nil with fewer than two. A gap of n days counts as n steps of the
    /// trend, so that it does not multiply the daily change.
    package init?(
        _ days: [(day: CivilDate, weight: Double)], alpha: Double = defaultAlpha,
        beta: Double = defaultBeta
    ) {
        guard days.count >= 2 else { return nil }
        self.init(from: days[0], to: days[1])
        for (previous, next) in zip(days, days.dropFirst()) {
            update(
                next.weight, after: previous.day.distance(to: next.day), alpha: alpha, beta: beta)
        }
    }

    /// Level and trend from the first two days. The second day is applied afterwards.
    init(
        from first: (day: CivilDate, weight: Double), to second: (day: CivilDate, weight: Double)
    ) {
        level = first.weight
        perDay = (second.weight - first.weight) / Double(first.day.distance(to: second.day))
    }

    /// Applies the weight of a day that is `days` after the previous one.
    mutating func update(_ weight: Double, after days: Int, alpha: Double, beta: Double) {
        let elapsed = Double(days)
        let before = level
        level = alpha * weight + (1 - alpha) * (level + elapsed * perDay)
        perDay = beta * (level - before) / elapsed + (1 - beta) * perDay
    }

    package func forecast(days: Int) -> Double {
        level + Double(days) * perDay
    }
}
