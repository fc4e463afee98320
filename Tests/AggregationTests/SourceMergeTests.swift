import Aggregation
import CivilTime
import Randomness
import Testing

struct SourceMergeTests {
    private let utcOnly = ZoneHistory(.utc)
    private let midnight = utc("2026-01-05T00:00")

    /// Samples as (start, end, value), in minutes after midnight.
    private func source(
        _ rank: Int, _ name: String, _ samples: [(Int64, Int64, Double)]
    ) -> SourceSamples {
        SourceSamples(
            rank: rank, position: sourceIndex(of: name),
            starts: samples.map { midnight + $0.0 * 60_000 },
            ends: samples.map { midnight + $0.1 * 60_000 }, values: samples.map(\.2))
    }

    /// Sources of one rank, ordered by the first letters of their names.
    private func sourceIndex(of name: String) -> Int {
        name.unicodeScalars.first.map { Int($0.value) } ?? 0
    }

    private func mergedDaySums(_ sources: [SourceSamples], in zones: ZoneHistory) -> [DaySum] {
        var merge = SourceMerge(in: zones)
        merge.add(sources, until: .max)
        return merge.finished()
    }

    private func firstDay(_ sources: [SourceSamples]) -> Double? {
        mergedDaySums(sources, in: utcOnly).first?.sum
    }

    @Test func `a lower source counts only for the time that no higher one covers`() {
        let watch = source(0, "Watch", [(0, 10, 100), (20, 30, 100)])
        let phone = source(1, "Phone", [(5, 25, 40)])

        #expect(firstDay([phone, watch]) == 220)
    }

    @Test func `sources that do not meet are added`() {
        #expect(firstDay([source(0, "A", [(0, 10, 1)]), source(1, "B", [(10, 20, 2)])]) == 3)
    }

    @Test func `an interval across midnight is split pro rata`() {
        let sums = mergedDaySums([source(0, "A", [(-30, 90, 120)])], in: utcOnly)

        #expect(sums.map(\.day) == [day("2026-01-04"), day("2026-01-05")])
        #expect(sums.map(\.sum) == [30, 90])
    }

    @Test func `of one rank the earlier start wins, then the longer, then the name`() {
        #expect(firstDay([source(0, "A", [(5, 15, 90)]), source(0, "B", [(0, 10, 10)])]) == 55)
        #expect(firstDay([source(0, "A", [(0, 10, 90)]), source(0, "B", [(0, 20, 10)])]) == 10)
        #expect(firstDay([source(0, "B", [(0, 10, 90)]), source(0, "A", [(0, 10, 10)])]) == 10)
    }

    @Test func `a point counts where nothing before it covers it`() {
        let watch = source(0, "Watch", [(0, 10, 100)])

        #expect(firstDay([watch, source(1, "Phone", [(0, 0, 7)])]) == 100)
        #expect(firstDay([watch, source(1, "Phone", [(9, 9, 7)])]) == 100)
        #expect(firstDay([watch, source(1, "Phone", [(10, 10, 7)])]) == 107)
        #expect(
            firstDay([source(1, "Phone", [(0, 10, 100)]), source(0, "Hand", [(5, 5, 7)])]) == 107)
    }

    @Test func `points of one instant all count`() {
        #expect(firstDay([source(0, "A", [(5, 5, 250), (5, 5, 250)])]) == 500)
    }

    @Test func `a value that nothing divides stays as it is`() {
        let value = 0.1 + 0.2

        #expect(
            firstDay([source(1, "A", [(0, 7, value)]), source(2, "B", [(1, 2, 5), (3, 3, 5)])])
                == value)
    }

    @Test func `nothing merges to nothing, and an end before its start is a point`() {
        #expect(mergedDaySums([], in: utcOnly).isEmpty)
        #expect(firstDay([source(0, "A", [(5, 1, 3)])]) == 3)
    }

    @Test(arguments: [
        (Int64.min, utc("0001-01-01T00:00"), 366), (utc("9999-01-01T00:00"), Int64.max, 364),
    ])
    func `an interval without end spreads over the days that can be written`(
        start: Int64, end: Int64, days: Int
    ) {
        let all = SourceSamples(rank: 0, position: 0, starts: [start], ends: [end], values: [730])

        let sums = mergedDaySums([all], in: utcOnly)

        #expect(sums.count == days)
        #expect(abs((sums.first?.sum ?? 0) - 730 / Double(days)) < 1e-9)
    }

    /// The minutes of three days, each owned by the first sample that covers it.
    @Test(arguments: 0..<60)
    func `merging agrees with a timeline of minutes`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let names = ["A", "B", "C", "D"].shuffled(using: &random)
        let sources = names.prefix(Int.random(in: 1...4, using: &random)).map { name in
            let samples = (0..<Int.random(in: 0...25, using: &random)).map { _ in
                let start = Int64.random(in: -1440..<2000, using: &random)
                let length = Int64([0, 1, 7, 60, 600].randomElement(using: &random) ?? 0)
                return (start, start + length, Double(Int.random(in: 0...500, using: &random)))
            }
            return source(Int.random(in: 0...2, using: &random), name, samples.sorted { $0 < $1 })
        }

        let sums = mergedDaySums(sources, in: utcOnly)

        #expect(
            intervalSums(sources, each: Int64.random(in: 20...3000, using: &random)) == sums,
            "seed \(seed)")
        let expected = timelineSums(sources)
        for (date, sum) in expected {
            let merged = sums.first { $0.day == date }?.sum ?? 0
            #expect(abs(merged - sum) < 1e-6, "seed \(seed), \(date)")
        }
        #expect(Set(sums.map(\.day)).isSubset(of: expected.keys))
    }

    /// One source of consecutive samples, some across midnight, and some points.
    @Test(arguments: 0..<40)
    func `a source that nothing divides is what a timeline of minutes says`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var minute = Int64.random(in: -1440..<0, using: &random)
        let gaps: [Int64] = [0, 0, 1, 5, 200]
        let lengths: [Int64] = [0, 1, 1, 30, 400]
        var samples: [(Int64, Int64, Double)] = []
        for _ in 0..<Int.random(in: 1...60, using: &random) {
            minute += gaps.randomElement(using: &random) ?? 0
            let length = lengths.randomElement(using: &random) ?? 0
            samples.append((minute, minute + length, Double.random(in: 0...500, using: &random)))
            minute += length
        }
        let alone = source(0, "A", samples.sorted { $0 < $1 })

        let sums = mergedDaySums([alone], in: utcOnly)

        let expected = timelineSums([alone])
        for (date, sum) in expected {
            let merged = sums.first { $0.day == date }?.sum ?? 0
            #expect(abs(merged - sum) < 1e-6, "seed \(seed), \(date)")
        }
        #expect(intervalSums([alone], each: 700).map(\.day) == sums.map(\.day), "seed \(seed)")
    }

    /// Adds the samples in ranges of some minutes.
    private func intervalSums(_ sources: [SourceSamples], each minutes: Int64) -> [DaySum] {
        var merge = SourceMerge(in: utcOnly)
        var from = midnight - 1440 * 60_000
        let last = sources.flatMap(\.starts).max() ?? from
        while from <= last {
            let to = from + minutes * 60_000
            let parts = sources.map { source in
                let inside = source.starts.indices.filter {
                    (from..<to).contains(source.starts[$0])
                }
                return SourceSamples(
                    rank: source.rank, position: source.position,
                    starts: inside.map { source.starts[$0] }, ends: inside.map { source.ends[$0] },
                    values: inside.map { source.values[$0] })
            }
            merge.add(parts, until: to)
            from = to
        }
        return merge.finished()
    }

    /// The reference implementation: the first sample that covers each minute.
    private func timelineSums(_ sources: [SourceSamples]) -> [CivilDate: Double] {
        struct Sample {
            var key: (Int, Int64, Int64, Int, Int)
            var start: Int64
            var end: Int64
            var value: Double
        }
        var samples: [Sample] = []
        for source in sources {
            for index in source.starts.indices {
                let (start, end) = (source.starts[index], source.ends[index])
                samples.append(
                    Sample(
                        key: (source.rank, start, -end, source.position, index), start: start,
                        end: end, value: source.values[index]))
            }
        }
        samples.sort { $0.key < $1.key }
        var sums: [CivilDate: Double] = [:]
        for (place, sample) in samples.enumerated() {
            let better = samples[..<place].filter { $0.end > $0.start }
            func isFree(_ instant: Int64) -> Bool {
                !better.contains { $0.start <= instant && instant < $0.end }
            }
            if sample.start == sample.end {
                let date = Zone.utc.civilDate(at: sample.start)
                if isFree(sample.start) { sums[date, default: 0] += sample.value }
                continue
            }
            let minutes = (sample.end - sample.start) / 60_000
            for minute in 0..<minutes where isFree(sample.start + minute * 60_000) {
                let date = Zone.utc.civilDate(at: sample.start + minute * 60_000)
                sums[date, default: 0] += sample.value / Double(minutes)
            }
        }
        return sums
    }
}
