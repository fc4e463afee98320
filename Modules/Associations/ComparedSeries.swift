/// A series prepared for comparison with others: its sorted order and its autocorrelations.
struct ComparedSeries {
    /// NaN where there is no data.
    let values: [Double]
    /// The indices with data, by ascending value.
    private let order: [Int]
    /// True to compare ranks, which outliers do not dominate; false to compare values: the ranks of
    /// an adjusted yes/no series would magnify its smallest differences.
    private let isRanked: Bool
    /// The autocorrelation by lag, from lag 1, of what is compared.
    let autocorrelations: [Double]

    /// - Parameters:
    ///   - values: NaN where there is no data.
    ///   - isRanked: True to compare ranks, false to compare values.
    ///   - lagCount: The number of autocorrelations.
    init(_ values: [Double], isRanked: Bool, lagCount: Int) {
        self.values = values
        self.isRanked = isRanked
        order = values.indices.filter { !values[$0].isNaN }.sorted {
            values[$0] == values[$1] ? $0 < $1 : values[$0] < values[$1]
        }
        var compared = values
        if isRanked { Self.rank(order, by: values) { compared[$0] = $1 } }
        autocorrelations = Self.autocorrelations(of: compared, upTo: lagCount)
    }

    /// Writes the ranks, from 1, or the values of the indices for which `isCounted` is true. Equal
    /// values have the mean of their ranks (Spearman 1904; Kendall, Rank Correlation Methods,
    /// chapter 3).
    func compared(where isCounted: (Int) -> Bool, into write: (Int, Double) -> Void) {
        let counted = order.lazy.filter(isCounted)
        if isRanked {
            Self.rank(counted, by: values, into: write)
        } else {
            for index in counted { write(index, values[index]) }
        }
    }

    private static func rank(
        _ order: some Sequence<Int>, by values: [Double], into write: (Int, Double) -> Void
    ) {
        var equal: [Int] = []
        var rank = 0
        func writeEqual() {
            guard !equal.isEmpty else { return }
            let mean = Double(rank) + Double(equal.count + 1) / 2
            for index in equal { write(index, mean) }
            rank += equal.count
            equal.removeAll(keepingCapacity: true)
        }
        for index in order {
            if let first = equal.first, values[first] != values[index] { writeEqual() }
            equal.append(index)
        }
        writeEqual()
    }

    /// Products of fewer pairs than this are too uncertain to count as an autocorrelation.
    private static let leastPairs = 30

    /// The sample autocorrelations over the pairs of days that both have data (Box and Jenkins, Time
    /// Series Analysis, section 2.1.5, for series with gaps after Parzen 1963).
    private static func autocorrelations(of values: [Double], upTo lagCount: Int) -> [Double] {
        var (sum, count) = (0.0, 0.0)
        for value in values where !value.isNaN {
            sum += value
            count += 1
        }
        let mean = count > 0 ? sum / count : 0
        // A product with 0 in place of an absent value does not count.
        let centred = values.map { $0.isNaN ? 0 : $0 - mean }
        let isPresent = values.map { $0.isNaN ? 0 : 1 }
        let variance = centred.reduce(0) { $0 + $1 * $1 } / max(count, 1)
        guard variance > 0 else { return Array(repeating: 0, count: lagCount) }
        return (1...max(1, lagCount)).map { lag in
            guard lag < values.count else { return 0 }
            var (products, pairs) = (0.0, 0)
            for index in 0..<(values.count - lag) {
                products += centred[index] * centred[index + lag]
                pairs += isPresent[index] & isPresent[index + lag]
            }
            guard pairs >= leastPairs else { return 0 }
            return min(max(products / Double(pairs) / variance, -1), 1)
        }
    }
}
