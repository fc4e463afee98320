import CivilTime
import Contracts
import GRDB
import Metrics

/// What the days that one sample touches are folded from.
struct SampleSurroundings {
    let described: Corrections.Surroundings
    let places: [ChunkStore.Cursor]

    /// Longer samples, and days with more chunks, are folded like those of an import.
    private static let longestInDays = 8
    private static let chunkLimit = 32

    /// Nil when the days have to be folded in the ordinary way: some of the metric are to be folded
    /// anyway, another metric is derived from them, or they are very many.
    init?(
        of sample: SampleReference, metric: String, series: [SeriesRow], profile: ProfileRow,
        _ db: Database
    ) throws {
        let days = DaySpan(firstMs: sample.start, lastMs: sample.end)
        guard Int(days.to) - Int(days.from) < Self.longestInDays,
            !Derivation.allCases.contains(where: { $0.samples == metric }),
            let version = try DayTotalStore.wholeVersion(of: profile.id, metric: metric, db)
        else { return nil }
        // In no zone does a day begin or end further than a day from where it does in UTC.
        let day: Int64 = 86_400_000
        places = try ChunkStore.places(
            of: series.map(\.id), profile: profile.id, from: (Int64(days.from) - 1) * day,
            to: (Int64(days.to) + 2) * day, db)
        guard places.count <= Self.chunkLimit else { return nil }
        described = Corrections.Surroundings(
            days: Days.Span(from: CivilDate(days: days.from), to: CivilDate(days: days.to)),
            version: version, series: series,
            order: try SourceOrderStore.order(of: profile.id, metric: metric, db),
            zones: try profile.zones(db))
    }
}
