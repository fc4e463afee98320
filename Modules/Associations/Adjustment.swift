/// Removes the trend, the seasons and the weekday pattern of a series, since two series that both
/// rise over the years, or both differ on Sundays, are correlated without being related.
enum Adjustment {
    /// A centred moving mean.
    private struct Window {
        /// The distance of the days of the mean.
        var stepInDays: Int
        /// The number of days of the mean, an odd number.
        var count: Int
        /// The least number of these days with a value.
        var leastValues: Int
    }

    /// Nine weeks, so that each weekday counts equally. Subtracted twice, the mean leaves 0.3 % of
    /// the amplitude of a yearly season; once, 5 %.
    private static let trend = Window(stepInDays: 1, count: 63, leastValues: 7)
    /// The same weekday of 17 weeks, since a weekday pattern changes over the years.
    private static let weekday = Window(stepInDays: 7, count: 17, leastValues: 4)

    /// The values without their trend, season and weekday pattern: the additive decomposition by
    /// moving means (Kendall and Stuart, The Advanced Theory of Statistics, volume 3, chapter 46),
    /// applied twice to the trend (twicing: Tukey, Exploratory Data Analysis, section 16). NaN where
    /// a value is absent or has too few others around it.
    static func residuals(of values: [Double]) -> [Double] {
        [trend, trend, weekday].reduce(values) { residuals($0, of: $1) }
    }

    private static func residuals(_ values: [Double], of window: Window) -> [Double] {
        var residuals = values
        let step = window.stepInDays
        for phase in 0..<min(step, values.count) {
            let days = Array(stride(from: phase, to: values.count, by: step))
            var sums = [0.0]
            var counts = [0]
            for day in days {
                let value = values[day]
                sums.append(sums[sums.count - 1] + (value.isNaN ? 0 : value))
                counts.append(counts[counts.count - 1] + (value.isNaN ? 0 : 1))
            }
            for (position, day) in days.enumerated() where !values[day].isNaN {
                let first = max(0, position - window.count / 2)
                let end = min(days.count, position + window.count / 2 + 1)
                let count = counts[end] - counts[first]
                residuals[day] =
                    count < window.leastValues
                    ? .nan : values[day] - (sums[end] - sums[first]) / Double(count)
            }
        }
        return residuals
    }

    /// The least number of days of a week with a value.
    private static let leastDaysOfWeek = 4

    /// The change of the mean of each week of seven days from that of the week before; NaN where
    /// one of both weeks has too few values.
    static func weeklyChanges(of residuals: [Double]) -> [Double] {
        let means = stride(from: 0, through: residuals.count - 7, by: 7).map { start -> Double in
            var (sum, count) = (0.0, 0)
            for value in residuals[start..<start + 7] where !value.isNaN {
                sum += value
                count += 1
            }
            return count < leastDaysOfWeek ? .nan : sum / Double(count)
        }
        return zip(means.dropFirst(), means).map { $0 - $1 }
    }
}
