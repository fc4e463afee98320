/// The correlation of two series over the days that both have data, with its probability if the
/// series were independent.
struct PairTest {
    /// The indices of the first series that count; that of the second is `lag` later.
    let days: [Int]
    /// The ranks of both series on these days; the values of one that is not ranked.
    let compared: (first: [Double], second: [Double])
    /// Spearman's rank correlation, -1 to 1; Pearson's with values of a series that is not ranked.
    let correlation: Double
    /// The two-sided probability of a correlation at least as far from 0.
    let probability: Double

    /// Nil if fewer than `leastCount` days have data, or one series is constant on them.
    init?(_ first: ComparedSeries, _ second: ComparedSeries, lag: Int, leastCount: Int) {
        let length = min(first.values.count, second.values.count - lag)
        guard length > 0 else { return nil }
        var isCounted = [Bool](repeating: false, count: first.values.count)
        var days: [Int] = []
        days.reserveCapacity(length)
        for day in 0..<length
        where !first.values[day].isNaN && !second.values[day + lag].isNaN {
            isCounted[day] = true
            days.append(day)
        }
        guard days.count >= leastCount else { return nil }
        var firstCompared = [Double](repeating: 0, count: first.values.count)
        var secondCompared = firstCompared
        first.compared(where: { isCounted[$0] }) { firstCompared[$0] = $1 }
        second.compared(where: { $0 >= lag && $0 - lag < length && isCounted[$0 - lag] }) {
            secondCompared[$0 - lag] = $1
        }
        compared = (days.map { firstCompared[$0] }, days.map { secondCompared[$0] })
        let sums = zip(compared.first, compared.second).reduce(into: PairSums()) {
            $0.add($1.0, $1.1)
        }
        guard let correlation = sums.correlation else { return nil }
        self.days = days
        self.correlation = correlation
        let count = Self.effectiveCount(
            days.count, first.autocorrelations, second.autocorrelations)
        let freedom = max(count - 2, 1)
        let unexplained = max(1 - correlation * correlation, 1e-15)
        probability = StudentDistribution.twoSidedTail(
            correlation * (freedom / unexplained).squareRoot(), freedom: freedom)
    }

    /// The number of independent days with the same information as `count` days of autocorrelated
    /// series, at most `count` (Bartlett 1935; Bayley and Hammersley 1946).
    static func effectiveCount(
        _ count: Int, _ first: [Double], _ second: [Double]
    ) -> Double {
        var inflation = 1.0
        for (index, product) in zip(first, second).map({ $0 * $1 }).enumerated() {
            inflation += 2 * (1 - Double(index + 1) / Double(count)) * product
        }
        return Double(count) / max(inflation, 1)
    }
}
