import CivilTime
import Randomness
import Testing

@testable import Aggregation

/// Totals of minutes, hours and days beside samples.
@Suite struct AggregateMergeTests {
    private static let hour: Int64 = 3_600_000

    @Test func `totals of aligned spans equal a plain model, in random worlds`() {
        for seed in 0..<500 {
            var random = SplitMix64(seed: UInt64(seed))
            let sources = RandomSources(&random)

            let merged = sources.mergedSums()

            let expected = sources.plainSums()
            for day in 0..<RandomSources.days {
                #expect(
                    (merged[day] - expected[day]).magnitude < 1e-9,
                    "seed \(seed), day \(day): \(merged[day]) and \(expected[day])")
            }
        }
    }

    @Test func `the contributions of a day add up to its sum, in random worlds`() {
        for seed in 0..<500 {
            var random = SplitMix64(seed: UInt64(seed))
            let sources = RandomSources(&random)
            let merged = sources.mergedSums()

            for day in 0..<RandomSources.days {
                let range = Int64(day) * 24 * Self.hour..<Int64(day + 1) * 24 * Self.hour
                let parts = contributions(of: sources.sources, within: [range])
                let sum = parts.reduce(0) { $0 + $1.counted }
                #expect((sum - merged[day]).magnitude < 1e-9, "seed \(seed), day \(day)")
                #expect(parts.allSatisfy { $0.counted <= $0.value + 1e-9 })
                #expect(parts.allSatisfy { $0.counted > $0.value - 1e-9 || !$0.owners.isEmpty })
            }
        }
    }
}

/// Samples of two sources, and totals of hours, quarters of a day and days, on a grid of hours.
private struct RandomSources {
    static let days = 3
    private static let hour: Int64 = 3_600_000

    private(set) var sources: [SourceSamples] = []

    init(_ random: inout SplitMix64) {
        for source in 0..<2 {
            append(rank: source, isAggregate: false, random.samples(count: 8, longest: 5))
        }
        for (index, length) in [1, 6, 24].enumerated() {
            append(
                rank: 10 + index, isAggregate: true,
                random.totals(length: length, hours: Self.days * 24))
        }
    }

    private mutating func append(
        rank: Int, isAggregate: Bool, _ samples: [(start: Int, end: Int, value: Double)]
    ) {
        let ordered = samples.sorted { ($0.start, $0.end, $0.value) < ($1.start, $1.end, $1.value) }
        sources.append(
            SourceSamples(
                rank: rank, position: sources.count,
                starts: ordered.map { Int64($0.start) * Self.hour },
                ends: ordered.map { Int64($0.end) * Self.hour }, values: ordered.map(\.value),
                isAggregate: isAggregate))
    }

    func mergedSums() -> [Double] {
        var merge = SourceMerge(in: ZoneHistory(.utc))
        merge.add(sources, until: .max)
        var sums = [Double](repeating: 0, count: Self.days)
        for sum in merge.finished() where sums.indices.contains(Int(sum.day.days)) {
            sums[Int(sum.day.days)] = sum.sum
        }
        return sums
    }

    /// The sums of the rule, hour by hour.
    func plainSums() -> [Double] {
        let hours = Self.days * 24
        var sums = [Double](repeating: 0, count: hours)
        var isCovered = [Bool](repeating: false, count: hours)
        let samples = ranked(sources.filter { !$0.isAggregate })
        for hour in 0..<hours {
            let instant = Int64(hour) * Self.hour
            let owner = samples.filter { $0.start <= instant && $0.end > instant }
                .min { $0.precedes($1) }
            guard let owner else { continue }
            isCovered[hour] = true
            sums[hour] = owner.value / Double((owner.end - owner.start) / Self.hour)
        }
        let totals = ranked(sources.filter(\.isAggregate)).sorted {
            ($0.end - $0.start, -$0.value) < ($1.end - $1.start, -$1.value)
        }
        for total in totals {
            let span = Int(total.start / Self.hour)..<Int(total.end / Self.hour)
            let uncovered = span.count(where: { !isCovered[$0] })
            let known = span.reduce(0) { $0 + sums[$1] }
            let counted = max(
                0,
                min(total.value - known, total.value * Double(uncovered) / Double(span.count)))
            for hour in span {
                sums[hour] += counted / Double(span.count)
                isCovered[hour] = true
            }
        }
        return (0..<Self.days).map { day in sums[day * 24..<(day + 1) * 24].reduce(0, +) }
    }

    private func ranked(_ sources: [SourceSamples]) -> [RankedSample] {
        var samples: [RankedSample] = []
        for source in sources { source.appendRanked(to: &samples, numberedFrom: samples.count) }
        return samples
    }
}

extension SplitMix64 {
    /// Samples that start in the first two days.
    fileprivate mutating func samples(
        count: Int, longest: Int
    ) -> [(start: Int, end: Int, value: Double)] {
        (0..<Int.random(in: 0...count, using: &self)).map { _ in
            let start = Int.random(in: 0..<(RandomSources.days - 1) * 24, using: &self)
            let length = Int.random(in: 1...longest, using: &self)
            return (start, start + length, Double(Int.random(in: 1...60, using: &self)))
        }
    }

    /// Totals of aligned spans, some missing and some sent again.
    fileprivate mutating func totals(
        length: Int, hours: Int
    ) -> [(start: Int, end: Int, value: Double)] {
        stride(from: 0, to: hours, by: length).flatMap { start in
            (0..<Int.random(in: 0...2, using: &self)).map { _ in
                (start, start + length, Double(Int.random(in: 0...100, using: &self)))
            }
        }
    }
}
