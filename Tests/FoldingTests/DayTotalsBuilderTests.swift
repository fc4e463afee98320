import Aggregation
import CivilTime
import Contracts
import Folding
import HealthMetrics
import Samples
import Testing

struct DayTotalsBuilderTests {
    /// A series with samples as (start, end, value), in hours since 1970, ascending.
    private struct Series {
        var key: SeriesKey
        var samples: [(Double, Double, Double)]
    }

    private static let watch = SeriesKey.of("stepCount", source: "Watch")
    private static let phone = SeriesKey.of("stepCount", source: "Phone")
    /// The start of segment 100 in hours since 1970: day 1213 at 15:06:40.
    private static let boundary = Double(100 * Segment.milliseconds) / 3_600_000

    private func totals(
        _ kind: MetricKind, _ series: [Series], in zones: ZoneHistory = ZoneHistory(.utc)
    ) -> DayTotals {
        let rows = series.enumerated().map { SeriesRow(id: Int64($0.offset), key: $0.element.key) }
        var chunks: [SampleChunk] = []
        for ranked in RankedSeries.ranked(Folds.ChunkPage(series: rows)) {
            var segments: [Int64: SampleColumns] = [:]
            for (start, end, value) in series[Int(ranked.row.id)].samples {
                let times = [start, end].map { Int64(($0 * 3_600_000).rounded()) }
                segments[Segment.number(of: times[0]), default: SampleColumns()]
                    .append(start: times[0], end: times[1], value: value)
            }
            chunks += segments.map {
                SampleChunk(series: ranked, segment: $0.key, columns: $0.value)
            }
        }
        var builder = DayTotalsBuilder(kind: kind, zones: zones)
        for chunk in chunks.sorted(by: {
            ($0.segment, $0.series.position) < ($1.segment, $1.series.position)
        }) {
            builder.add(chunk)
        }
        return builder.finished()
    }

    @Test(arguments: MetricKind.allCases)
    func `a chunk without samples has no days`(kind: MetricKind) {
        let rows = [SeriesRow(id: 1, key: Self.watch)]
        let ranked = RankedSeries.ranked(Folds.ChunkPage(series: rows))
        var builder = DayTotalsBuilder(kind: kind, zones: ZoneHistory(.utc))

        builder.add(SampleChunk(series: ranked[0], segment: 3, columns: SampleColumns()))
        let totals = builder.finished()

        #expect(totals.days.isEmpty)
    }

    @Test func `a source covers another also beyond the end of a segment`() {
        let start = Self.boundary - 1
        let series = [
            Series(key: Self.phone, samples: [(start + 1.5, start + 2.5, 60)]),
            Series(key: Self.watch, samples: [(start, start + 2, 100)]),
        ]

        let days = totals(.cumulative, series).days

        #expect(days.map(\.day.days) == [1213])
        #expect(days.map(\.sum) == [130])
        #expect(days.map(\.rawSum) == [160])
        #expect(days.map(\.count) == [2])
    }

    @Test func `aggregates count on days without raw samples, and their excess in sums`() {
        let hourly = SeriesKey.of("", source: "App", resolution: .hour)
        let readings = [
            Series(key: hourly, samples: [(2400, 2401, 90), (2424, 2425, 80)]),
            Series(key: Self.watch, samples: [(2410, 2410, 60)]),
        ]
        let amounts = [
            Series(key: hourly, samples: [(2400, 2402, 200)]),
            Series(key: Self.phone, samples: [(2400, 2401, 50)]),
        ]

        let means = totals(.discrete, readings).days
        let sums = totals(.cumulative, amounts).days

        #expect(means.map(\.mean) == [60, 80])
        #expect(means.map(\.count) == [1, 1])
        // Half of the time of the total is not covered: 50 + min(200 - 50, 200 / 2).
        #expect(sums.map(\.sum) == [150])
        #expect(sums.map(\.max) == [50])
    }

    @Test func `hours beside the average of the day count for their time`() {
        let series = [
            Series(key: .of("", source: "App", resolution: .day), samples: [(2400, 2424, 60)]),
            Series(
                key: .of("", source: "App", resolution: .hour),
                samples: [(2400, 2401, 90), (2401, 2402, 100)]),
        ]

        let days = totals(.discrete, series).days

        // 22 hours of 60, and one each of 90 and 100.
        #expect(days.map { (($0.mean ?? 0) * 24).rounded() } == [1510])
        #expect(days.map(\.count) == [3])
        #expect(days.map(\.max) == [100])
    }

    /// Hours that the zone of day 101 is ahead of UTC, and a sample with its sums of days 100 and 101. The
    /// days before are in UTC, so that day 100 has 14 hours in the first case, and day 101 has 34 hours in
    /// the second case.
    @Test(
        arguments: [
            (10, (2404, 2424, 200), [100, 100]), (-10, (2420, 2436, 160), [40, 120]),
        ] as [(Int, (Double, Double, Double), [Double])])
    func `a sample over a change of zones is divided at the midnights of both zones`(
        hours: Int, sample: (Double, Double, Double), sums: [Double]
    ) {
        let zones = ZoneHistory([
            (from: nil, zone: .utc),
            (
                from: CivilDate(days: 101),
                zone: .fixed(name: "Away", offsetSeconds: hours * 3600)
            ),
        ])

        let days = totals(
            .cumulative, [Series(key: Self.watch, samples: [sample])], in: zones
        ).days

        #expect(days.map(\.day.days) == [100, 101])
        #expect(days.map(\.sum) == sums)
        #expect(days.map(\.count) == [1, 0])
    }

    @Test func `columns of totals have 0 for a day without samples of its own`() {
        let sample = (2423.0, 2427.0, 80.0)

        let totals = totals(.cumulative, [Series(key: Self.watch, samples: [sample])])
        let columns = DayColumns(totals)

        #expect(columns.day == [100, 101])
        #expect(columns.sum == [20, 60])
        #expect(columns.rawSum == [80, 0])
        #expect(columns.count == [1, 0])
        #expect([columns.min, columns.max, columns.last] == [[80, 0], [80, 0], [80, 0]])
        #expect(DayColumns(columns.totals) == columns)
        #expect(DayColumns(DayTotals()) == DayColumns())
        #expect(DayColumns().totals.days.isEmpty)
    }
}
