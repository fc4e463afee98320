import CivilTime
import Contracts
import RPC
import TestKit
import Testing

/// Nights that were sent as totals, from stored samples to answers.
@Suite(.cleanup) struct SleepTotalsTests {
    private static let day = 20_000

    private static func key(
        _ resolution: SeriesKey.Resolution, _ source: String
    ) -> SeriesKey {
        SeriesKey(
            metric: "sleepAnalysis", unit: "category", source: source,
            sourceKey: source.lowercased(), device: "", isEntered: false, resolution: resolution)
    }

    /// Stages as hours from midnight, with HealthKit's numbers of core (3), deep (4) and REM (5).
    private static func series(
        _ resolution: SeriesKey.Resolution, _ stages: [(Double, Double, Double)],
        of source: String = "Watch"
    ) -> FoldingSystem.Series {
        let midnight = Double(day * 24)
        return FoldingSystem.Series(
            key: key(resolution, source),
            samples: stages.map { (midnight + $0.0, midnight + $0.1, $0.2) })
    }

    @Test(arguments: [true, false])
    func `a night that was sent twice has its stages once`(isMeasured: Bool) async throws {
        let system = try await FoldingSystem(day: Int64(Self.day + 1))
        let night = [(-1.0, 0.5, 4.0), (0.5, 5, 3), (5, 6.5, 5)]
        let measured = [(-1.0, 1.0, 3.0), (1, 2.5, 4), (2.5, 5, 3), (5, 6.5, 5)]
        let early = [(-1.0, 0.0, 4.0), (0, 2, 3), (2, 3, 5)]
        try await system.importSamples(
            isMeasured
                ? [Self.series(.day, night), Self.series(.raw, measured)]
                : [Self.series(.day, (night + early).sorted { $0 < $1 })])

        let found = try await system.insights.call(
            Insights.sleep, Insights.SleepRequest()
        ).nights
        let why = try await system.insights.call(
            Insights.contributions,
            Insights.ContributionsRequest(
                name: "sleepHours", day: CivilDate(days: Int32(Self.day))))

        let stages = try #require(found.first).stages
        #expect(found.map(\.asleepMinutes) == [450])
        #expect([stages.deep, stages.core, stages.rem] == [90, 270, 90])
        #expect(why.value == 7.5)
        #expect(why.parts.reduce(0) { $0 + $1.counted } == 7.5)
        #expect(
            Set(why.parts.filter { $0.counted == 0 }.map(\.reason))
                == [isMeasured ? "aggregate" : "overlap"])
    }

    @Test func `the hours of a source are those of its own night`() async throws {
        let system = try await FoldingSystem(day: Int64(Self.day + 1))
        try await system.importSamples([
            Self.series(.raw, [(-1, 3, 3), (3, 6, 4)]),
            Self.series(.raw, [(0, 7, 3)], of: "Ring"),
        ])

        let day = try #require(
            try await system.insights.call(
                Insights.days, Insights.DaysRequest(name: "sleepHours", bySource: true)
            ).days.first)

        #expect(day.sum == 8)
        #expect(day.bySource == ["Watch": 7, "Ring": 7])
    }
}
