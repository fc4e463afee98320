import CivilTime
import Contracts
import RPC
import TestKit
import Testing

/// The origin of the data of days of a metric without sums.
@Suite(.cleanup) struct CoverageTests {
    private static let first = 20_000

    private static func key(_ source: String, _ resolution: SeriesKey.Resolution) -> SeriesKey {
        SeriesKey(
            metric: "heartRate", unit: "count/min", source: source, sourceKey: source, device: "",
            isEntered: false, resolution: resolution)
    }

    @Test func `the sum of a source has the weights of its mean`() async throws {
        let system = try await FoldingSystem(day: Int64(Self.first + 1))
        let hours = Double(Self.first * 24)
        try await system.importSamples([
            .init(key: Self.key("Push", .day), samples: [(hours, hours + 24, 60)]),
            .init(
                key: Self.key("Push", .hour),
                samples: [(hours + 8, hours + 9, 90), (hours + 9, hours + 10, 100)]),
        ])

        let day = try #require(
            try await system.insights.call(
                Insights.days, Insights.DaysRequest(name: "heartRate", bySource: true)
            ).days.first)

        // 22 hours of 60, one of 90 and one of 100.
        let mean = (22.0 * 60 + 90 + 100) / 24
        #expect(abs((day.average ?? 0) - mean) < 1e-9)
        #expect(abs((day.bySource?["Push"] ?? 0) - mean * 3) < 1e-9)
        #expect(abs((day.bySource?["Push"] ?? 0) - day.sum) < 1e-9)
    }

    @Test func `a measurement beside the averages of other hours is a part of the day`()
        async throws
    {
        let system = try await FoldingSystem(day: Int64(Self.first + 3))
        let hours = Double(Self.first * 24)
        var averages = (0..<24).map { hour -> (Double, Double, Double) in
            (hours + Double(hour), hours + Double(hour + 1), 60)
        }
        averages.append((hours + 30, hours + 31, 70))
        try await system.importSamples([
            .init(key: Self.key("Hours", .hour), samples: averages),
            .init(
                key: Self.key("Watch", .raw),
                samples: [
                    (hours + 8, hours + 8, 90), (hours + 30.5, hours + 30.5, 70),
                    (hours + 50, hours + 50, 80),
                ]),
        ])

        let days = try await system.insights.call(
            Insights.coverage,
            Insights.CoverageRequest(
                name: "heartRate", from: CivilDate(days: Int32(Self.first)),
                to: CivilDate(days: Int32(Self.first + 3)))
        ).days

        #expect(days.map(\.state) == [.partial, .raw, .raw, .none])
        #expect(days.map(\.sources) == [["Hours", "Watch"], ["Hours", "Watch"], ["Watch"], []])
        #expect(days.map(\.raw) == [90, 70, 80, nil])
        #expect(days.map(\.aggregate) == [60, 70, nil, nil])
    }

    @Test(arguments: [("garmin-export", false), (Imports.pushImporter, true)])
    func `totals are short of the measurements only if an app pushed them`(
        importer: String, isPushed: Bool
    ) async throws {
        let system = try await FoldingSystem(day: Int64(Self.first + 1))
        let hours = Double(Self.first * 24)
        var totals = SeriesKey.of("stepCount", "count", source: "Totals")
        totals.resolution = .day
        try await system.importSamples(
            [
                .init(key: totals, samples: [(hours, hours + 24, 1000)]),
                .init(
                    key: .of("stepCount", "count", source: "Watch"),
                    samples: [(hours + 8, hours + 9, 2700)]),
            ], importer: importer)

        let day = CivilDate(days: Int32(Self.first))
        let coverage = try await system.insights.call(
            Insights.coverage, Insights.CoverageRequest(name: "stepCount", from: day, to: day))

        #expect(coverage.isPushed == isPushed)
        #expect(coverage.days.map(\.isShort) == [isPushed])
    }
}
