import Aggregation
import CivilTime
import Randomness
import Testing

struct DayFoldTests {
    /// Shuffled samples: a start in minutes after an instant, and a value.
    private func totals(
        _ starts: [Int64], _ values: [Double], rank: Int32 = 0, in zones: ZoneHistory
    ) -> DayTotals {
        var totals = DayTotals()
        starts.withUnsafeBufferPointer { starts in
            values.withUnsafeBufferPointer { values in
                totals.fold(starts: starts, ends: starts, values: values, rank: rank, in: zones)
            }
        }
        return totals
    }

    @Test(arguments: [
        "America/New_York", "America/St_Johns", "Australia/Lord_Howe", "Pacific/Apia",
        "Antarctica/Casey", "America/Moncton", "America/Goose_Bay", "UTC",
    ])
    func `a fold agrees with adding sample after sample`(name: String) throws {
        guard let zone = try systemZone(name) else { return }
        let zones = ZoneHistory(zone)
        var random = SplitMix64(seed: 7)
        let from = utc("2005-01-01T00:00")
        let starts = (0..<60_000).map { _ in
            from + Int64.random(in: 0..<(9 * 365 * 86_400_000), using: &random)
        }.sorted()
        let values = starts.map { _ in Double(Int.random(in: -50...900, using: &random)) }

        let folded = totals(starts, values, in: zones)

        var expected: [CivilDate: [Double]] = [:]
        for (start, value) in zip(starts, values) {
            expected[zones.civilDate(at: start), default: []].append(value)
        }
        #expect(folded.days.map(\.day) == expected.keys.sorted())
        for total in folded.days {
            let values = try #require(expected[total.day])
            #expect(total.count == values.count)
            #expect(total.sum == values.reduce(0, +))
            #expect(total.min == values.min())
            #expect(total.max == values.max())
            #expect(total.last.value == values.last)
        }
    }

    @Test func `a date that comes back after midnight is one day`() throws {
        guard let zone = try systemZone("America/St_Johns") else { return }
        // Half a minute into Sunday the clock is set back to Saturday 23:01.
        let starts = ["02:29", "02:30", "02:31", "03:29", "03:30"].map { utc("2010-11-07T\($0)") }

        let days = totals(starts, [1, 2, 4, 8, 16], in: ZoneHistory(zone)).days

        #expect(days.map(\.day) == [day("2010-11-06"), day("2010-11-07")])
        #expect(days.map(\.sum) == [13, 18])
        #expect(days.map(\.last.value) == [8, 16])
    }

    @Test(arguments: 1...70)
    func `runs of any length are added up`(length: Int) {
        let values = (0..<length).map { Double(($0 * 37) % 101 - 50) }
        let starts = (0..<length).map { Int64($0) }

        let days = totals(starts, values, in: ZoneHistory(.utc)).days

        #expect(days.count == 1)
        #expect(days.first?.sum == values.reduce(0, +))
        #expect(days.first?.min == values.min())
        #expect(days.first?.max == values.max())
    }

    @Test func `parts folded apart and added make the whole`() {
        var random = SplitMix64(seed: 11)
        let starts = (0..<2000).map { _ in Int64.random(in: 0..<(30 * 86_400_000), using: &random) }
            .sorted()
        let values = starts.map { Double($0 % 977) }
        let zones = ZoneHistory(.utc)
        let whole = totals(starts, values, in: zones)

        var parts = DayTotals()
        for offset in [2, 0, 1] {
            let indices = starts.indices.filter { $0 % 3 == offset }
            let others = totals(indices.map { starts[$0] }, indices.map { values[$0] }, in: zones)
            for total in others.days { parts.add(total) }
        }

        #expect(parts == whole)
    }

    /// The instants, in milliseconds: a few years of New York, and too many days for a table.
    @Test(arguments: [(1_400_000_000_000, 401_000_017), (-30_000_000_000_000, 120_000_000_017)])
    func `samples in any order come to the same as sorted ones`(first: Int64, step: Int64) throws {
        var random = SplitMix64(seed: 3)
        guard let zone = try systemZone("America/St_Johns") else { return }
        let zones = ZoneHistory(zone)
        let starts = (0..<500).map { first + Int64($0) * step }
        let order = starts.indices.shuffled(using: &random)
        let values = starts.map { Double($0 % 53) }
        let shuffled = (order.map { starts[$0] }, order.map { values[$0] })

        var unsorted = DayTotals()
        shuffled.0.withUnsafeBufferPointer { starts in
            shuffled.1.withUnsafeBufferPointer { values in
                unsorted.fold(
                    unsortedStarts: starts, ends: starts, values: values, rank: 0, in: zones)
            }
        }

        #expect(unsorted == totals(starts, values, in: zones))
    }

    /// Start, end, rank and value of two samples; the second is the last sample.
    @Test(
        arguments: [
            ((1, 9, 0, 9.0), (2, 2, 5, 1.0)), ((2, 2, 0, 9.0), (2, 3, 5, 1.0)),
            ((2, 3, 5, 9.0), (2, 3, 0, 1.0)), ((2, 3, 0, 1.0), (2, 3, 0, 9.0)),
        ] as [((Int64, Int64, Int32, Double), (Int64, Int64, Int32, Double))])
    func `the last sample has the greatest start, then end, then the higher source`(
        other: (Int64, Int64, Int32, Double), last: (Int64, Int64, Int32, Double)
    ) {
        for pair in [[other, last], [last, other]] {
            var totals = DayTotals()
            for (start, end, rank, value) in pair {
                totals.add(
                    DayTotal(
                        day: day("2026-01-05"), sum: value, count: 1, min: value, max: value,
                        last: .init(value: value, start: start, end: end, rank: rank)))
            }

            #expect(totals.days.first?.last.value == last.3)
            #expect(totals.days.first?.count == 2)
        }
    }

    @Test func `instants at the ends of time are folded without a crash`() {
        let days = totals([.min, 0, .max], [1, 2, 4], in: ZoneHistory(.utc)).days

        #expect(days.map(\.sum) == [1, 2, 4])
    }

    @Test func `merged sums replace sums and leave the raw ones`() {
        var totals = DayTotals()
        totals.add(10, on: day("2026-01-05"))
        totals.add(20, on: day("2026-01-07"))

        totals.replaceSums(with: [
            DaySum(day: day("2026-01-05"), sum: 8), DaySum(day: day("2026-01-06"), sum: 2),
        ])

        #expect(totals.days.map(\.sum) == [8, 2, 0])
        #expect(totals.days.map(\.rawSum) == [10, 0, 20])
        #expect(totals.days.map(\.count) == [1, 0, 1])
    }
}
