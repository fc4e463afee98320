import Glibc

/// The circular block bootstrap (Politis and Romano 1992): resamples blocks of consecutive days, so
/// that the interval is right for series that are autocorrelated.
struct BlockBootstrap {
    /// The number of resampled series.
    static let replicateCount = 1_000
    /// The probability that the interval contains the true value.
    static let confidence = 0.95

    /// The number of consecutive days of a block.
    let blockLength: Int
    private let seed: UInt64

    /// A block length of twice the cube root of the number of days, the order that is optimal for
    /// the variance of a mean (Hall, Horowitz and Jing 1995).
    init(days: Int, seed: UInt64) {
        blockLength = max(1, Int((2 * cbrt(Double(max(days, 1)))).rounded()))
        self.seed = seed
    }

    /// The percentile interval of a statistic of pairs.
    ///
    /// - Parameters:
    ///   - days: The pair of each day, or no pair.
    ///   - statistic: The statistic of the sums over resampled days; nil if it is undefined.
    /// - Returns: The interval; nil if the statistic is defined for less than half of the resampled
    ///   series.
    func interval(
        of days: [PairSums], _ statistic: (PairSums) -> Double?
    ) -> (low: Double, high: Double)? {
        guard !days.isEmpty else { return nil }
        var blocks: [PairSums] = []
        blocks.reserveCapacity(days.count)
        var sum = PairSums()
        for offset in 0..<blockLength { sum += days[offset % days.count] }
        for start in days.indices {
            blocks.append(sum)
            sum -= days[start]
            sum += days[(start + blockLength) % days.count]
        }
        var generator = SplitMix(seed: seed)
        let drawCount = max(1, (days.count + blockLength - 1) / blockLength)
        var values: [Double] = []
        for _ in 0..<Self.replicateCount {
            var total = PairSums()
            for _ in 0..<drawCount { total += blocks[generator.index(below: blocks.count)] }
            if let value = statistic(total) { values.append(value) }
        }
        guard values.count * 2 >= Self.replicateCount else { return nil }
        values.sort()
        let outside = Int(Double(values.count) * (1 - Self.confidence) / 2)
        return (values[outside], values[values.count - 1 - outside])
    }
}
