import Contracts
import Folding
import Randomness
import Testing

struct RankedSeriesTests {
    /// In the order without a chosen one: by class, then by name, device and resolution.
    private static let keys: [SeriesKey] = [
        .of("stepCount", source: "Band", isEntered: true), .of("stepCount", source: "Phone"),
        .of("stepCount", source: "Band"), .of("stepCount", source: "Band", device: "A"),
        .of("stepCount", source: "Band", resolution: .day),
        .of("stepCount", source: "Band", resolution: .hour),
    ]

    private func ranked(_ keys: [SeriesKey], order: [String] = []) -> [RankedSeries] {
        let rows = keys.enumerated().map { SeriesRow(id: Int64($0.offset), key: $0.element) }
        return RankedSeries.ranked(Folds.ChunkPage(series: rows, order: order))
    }

    @Test(arguments: UInt64(0)..<20)
    func `positions do not depend on the order of the rows`(seed: UInt64) {
        var random = SplitMix64(seed: seed)

        let series = ranked(Self.keys.shuffled(using: &random))

        #expect(series.map(\.row.key) == Self.keys, "seed \(seed)")
        #expect(series.map(\.position) == Array(Self.keys.indices))
    }

    @Test func `series of one source and class share a rank and have positions of their own`() {
        let series = ranked(Self.keys)

        #expect(series[2].rank == series[3].rank)
        #expect(series[4].rank == series[5].rank)
        #expect(Set(series.map(\.rank)).count == 4)
        #expect(Set(series.map(\.position)).count == series.count)
    }

    @Test func `aggregates follow all measurements, also those of the first source of the order`() {
        let series = ranked(Self.keys, order: ["Band"])

        #expect(series.map(\.row.key) == [0, 2, 3, 1, 4, 5].map { Self.keys[$0] })
        #expect(series.map(\.isRaw) == [true, true, true, true, false, false])
    }

    @Test(arguments: UInt64(0)..<6)
    func `the spelling with the lowest code points is shown for all series of a source`(
        seed: UInt64
    ) {
        var random = SplitMix64(seed: seed)
        let spellings = ["Sam\u{2019}s App", "Sam's App", "Sam's\u{A0}App", "Sam's App "]
        let keys = spellings.map { spelling in
            var key = SeriesKey.of("stepCount", source: spelling)
            key.sourceKey = "Sam's App"
            return key
        }

        let names = SourceNames(keys.shuffled(using: &random))

        #expect(keys.map { names[$0] } == Array(repeating: "Sam's App", count: 4), "seed \(seed)")
        #expect(names[.of("stepCount", source: "Unlisted")] == "Unlisted")
    }
}
