import Glibc

/// The value that divides the days of a series into two groups: a round number near the median.
enum SplitPoint {
    /// The least share of the days that each group of a round number has.
    private static let leastShare = 0.35
    /// Steps of round numbers, relative to a power of ten, coarsest first.
    private static let steps = [1.0, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01]

    /// The value with the fewest digits that leaves at least 35 % of the days on each side, else the
    /// median, or the greatest value below the median if no value is above the median. Nil if all
    /// values are equal.
    static func value(of values: [Double]) -> Double? {
        let sorted = values.filter { !$0.isNaN }.sorted()
        guard let least = sorted.first, let greatest = sorted.last, least < greatest else {
            return nil
        }
        let median = sorted[(sorted.count - 1) / 2]
        let scale = max(abs(median), greatest - least)
        let power = pow(10, log10(scale).rounded(.up))
        for step in steps.lazy.map({ $0 * power }) where step > 0 && step.isFinite {
            // Divided by a whole number where possible: 73 * 0.1 is not 7.3.
            let parts = (median / step).rounded()
            let candidate = step < 1 ? parts / (1 / step).rounded() : parts * step
            let above = sorted.reduce(0) { $0 + ($1 > candidate ? 1 : 0) }
            let share = Double(above) / Double(sorted.count)
            if share >= leastShare, share <= 1 - leastShare { return candidate }
        }
        return median < greatest ? median : sorted.last { $0 < median }
    }
}
