/// Finds the pairs of series that move together on the same day, on the next day, and from week to
/// week.
///
/// A pair is found if each of these holds:
/// - both groups of days have at least ``leastCount`` days (weeks from week to week);
/// - its q is at most ``level`` among all pairs that were tested (``FalseDiscoveryRate``), where the
///   probability accounts for autocorrelation (``PairTest``);
/// - the 95 % bootstrap interval of its effect does not contain 0 (``BlockBootstrap``);
/// - the series do not measure the same: their rank correlation is at most ``greatestCorrelation``.
package struct AssociationSearch {
    /// The least number of days in each group.
    package static let leastCount = 30
    /// The false discovery rate.
    package static let level = 0.05
    /// Series with a stronger rank correlation measure the same, such as steps and distance.
    package static let greatestCorrelation = 0.95
    /// The largest number of series.
    package static let seriesLimit = 40
    /// The largest number of days: ten years.
    package static let dayLimit = 3_660
    /// The largest number of associations that are returned.
    package static let resultLimit = 100

    private static let dayLags = 70
    private static let weekLags = 12

    private let series: [Prepared]

    /// - Parameter series: Series over the same days, at most ``seriesLimit``; others are ignored,
    ///   and only the last ``dayLimit`` days count.
    package init(_ series: [DaySeries]) {
        self.series = series.prefix(Self.seriesLimit).map { Prepared($0) }
    }

    /// Finds the associations.
    ///
    /// - Parameter index: The series that each association contains; nil: any. The tested pairs
    ///   and thus q do not depend on it.
    /// - Returns: The associations with the least q first, at most ``resultLimit``; equal ones by
    ///   strength.
    package func associations(with index: Int? = nil) -> [Association] {
        let tested = candidates
        let adjusted = FalseDiscoveryRate.adjusted(tested.map(\.probability))
        var found: [(candidate: Candidate, q: Double)] = []
        for (candidate, q) in zip(tested, adjusted) where q <= Self.level {
            if let index, candidate.first != index, candidate.second != index { continue }
            found.append((candidate, q))
        }
        found.sort {
            if $0.q != $1.q { return $0.q < $1.q }
            return abs($0.candidate.correlation) > abs($1.candidate.correlation)
        }
        return Array(
            found.lazy.compactMap { association($0.candidate, q: $0.q) }.prefix(Self.resultLimit))
    }

    private struct Candidate {
        var first: Int
        var second: Int
        var lag: Association.Lag
        var kind: Association.Kind
        var correlation: Double
        var probability: Double
    }

    /// A series in the forms that are compared.
    private struct Prepared {
        let name: String
        let isYesNo: Bool
        /// The value that divides the days; nil if all are equal.
        let threshold: Double?
        /// True for the days above the threshold.
        let isAbove: [Bool]
        /// The adjusted series of 1 above the threshold and 0 for other days.
        let groups: ComparedSeries
        let residuals: ComparedSeries
        let weeklyChanges: ComparedSeries

        init(_ series: DaySeries) {
            let values = Array(series.columns.suffix(dayLimit))
            let residuals = Adjustment.residuals(of: values)
            let threshold = series.isYesNo ? 0.5 : SplitPoint.value(of: values)
            name = series.name
            isYesNo = series.isYesNo
            self.threshold = threshold
            isAbove = values.map { value in threshold.map { value > $0 } ?? false }
            let groups = zip(values, isAbove).map { value, isAbove in
                value.isNaN || threshold == nil ? .nan : isAbove ? 1.0 : 0.0
            }
            self.groups = ComparedSeries(
                Adjustment.residuals(of: groups), isRanked: false, lagCount: dayLags)
            self.residuals = ComparedSeries(
                residuals, isRanked: !isYesNo, lagCount: dayLags)
            weeklyChanges = ComparedSeries(
                Adjustment.weeklyChanges(of: residuals), isRanked: !isYesNo,
                lagCount: weekLags)
        }
    }

    /// All pairs with enough days, without those that measure the same.
    private var candidates: [Candidate] {
        var candidates: [Candidate] = []
        for first in series.indices {
            for second in series.indices.dropFirst(first + 1) {
                let sameDay = sameDay(first, second)
                if let sameDay, abs(sameDay.correlation) > Self.greatestCorrelation { continue }
                let pairs = [
                    sameDay, candidate(first, second, .nextDay, .difference),
                    candidate(second, first, .nextDay, .difference),
                    candidate(first, second, .weekOverWeek, .correlation),
                ]
                candidates += pairs.compactMap(\.self)
            }
        }
        return candidates
    }

    /// A yes/no series divides the days of the other; two series of numbers have a rank correlation.
    private func sameDay(_ first: Int, _ second: Int) -> Candidate? {
        if series[first].isYesNo { return candidate(first, second, .sameDay, .difference) }
        if series[second].isYesNo { return candidate(second, first, .sameDay, .difference) }
        return candidate(first, second, .sameDay, .correlation)
    }

    private func candidate(
        _ first: Int, _ second: Int, _ lag: Association.Lag, _ kind: Association.Kind
    ) -> Candidate? {
        guard let test = test(first, second, lag, kind) else { return nil }
        let counts = counts(test, of: first, lag, kind)
        guard min(counts.first, counts.second) >= Self.leastCount else { return nil }
        return Candidate(
            first: first, second: second, lag: lag, kind: kind, correlation: test.correlation,
            probability: test.probability)
    }

    private func test(
        _ first: Int, _ second: Int, _ lag: Association.Lag, _ kind: Association.Kind
    ) -> PairTest? {
        let (first, second) = (series[first], series[second])
        let leastDays = Self.leastCount * 2
        switch (lag, kind) {
        case (.weekOverWeek, _):
            return PairTest(
                first.weeklyChanges, second.weeklyChanges, lag: 0, leastCount: leastDays)
        case (_, .difference):
            return PairTest(
                first.groups, second.residuals, lag: lag == .nextDay ? 1 : 0, leastCount: leastDays)
        case (_, .correlation):
            return PairTest(first.residuals, second.residuals, lag: 0, leastCount: leastDays)
        }
    }

    /// The number of days, or weeks, of both groups.
    private func counts(
        _ test: PairTest, of first: Int, _ lag: Association.Lag, _ kind: Association.Kind
    ) -> (first: Int, second: Int) {
        let count =
            switch (lag, kind) {
            case (.weekOverWeek, _):
                test.days.count { series[first].weeklyChanges.values[$0] > 0 }
            case (_, .difference): test.days.count { series[first].isAbove[$0] }
            case (_, .correlation):
                test.compared.first.count { $0 > Double(test.days.count + 1) / 2 }
            }
        return (count, test.days.count - count)
    }

    /// The association of a candidate; nil if the interval of its effect contains 0.
    private func association(_ candidate: Candidate, q: Double) -> Association? {
        guard
            let test = test(candidate.first, candidate.second, candidate.lag, candidate.kind),
            let effect = effect(of: candidate, test),
            effect.interval.low > 0 || effect.interval.high < 0
        else { return nil }
        let first = series[candidate.first]
        return Association(
            first: candidate.first, second: candidate.second, lag: candidate.lag,
            kind: candidate.kind, effect: effect.value, interval: effect.interval,
            threshold: candidate.kind == .difference && !first.isYesNo ? first.threshold : nil,
            counts: counts(test, of: candidate.first, candidate.lag, candidate.kind), q: q)
    }

    private func effect(
        of candidate: Candidate, _ test: PairTest
    ) -> (value: Double, interval: (low: Double, high: Double))? {
        guard let start = test.days.first, let end = test.days.last else { return nil }
        let (first, second) = (series[candidate.first].groups, series[candidate.second].residuals)
        let lag = candidate.lag == .nextDay ? 1 : 0
        var days = [PairSums](repeating: PairSums(), count: end - start + 1)
        for (index, day) in test.days.enumerated() {
            switch candidate.kind {
            case .difference: days[day - start].add(first.values[day], second.values[day + lag])
            case .correlation:
                days[day - start].add(test.compared.first[index], test.compared.second[index])
            }
        }
        let statistic: (PairSums) -> Double? =
            candidate.kind == .difference ? { $0.slope } : { $0.correlation }
        let bootstrap = BlockBootstrap(days: days.count, seed: seed(of: candidate))
        guard let value = statistic(days.reduce(into: PairSums()) { $0 += $1 }),
            let interval = bootstrap.interval(of: days, statistic)
        else { return nil }
        return (value, interval)
    }

    /// The FNV-1a hash of the names and the lag: the interval of a pair does not depend on the other
    /// series.
    private func seed(of candidate: Candidate) -> UInt64 {
        let key =
            "\(series[candidate.first].name)\u{0}\(series[candidate.second].name)\u{0}"
            + candidate.lag.rawValue
        return key.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }
}
