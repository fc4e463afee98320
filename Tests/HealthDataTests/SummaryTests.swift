import CivilTime
import Contracts
import RPC
import Testing

@Suite struct SummaryTests {
    private func energy(_ day: Int, _ value: Int) -> Export.Record {
        Export.Record(
            type: "HKQuantityTypeIdentifierActiveEnergyBurned", unit: "kcal", source: "Watch",
            start: day * 86_400 + 36_000, end: day * 86_400 + 39_600, value: "\(value)")
    }

    @Test func `stand hours are counted without idle hours`() async throws {
        let system = try await TemporaryHealthSystem()
        let hours = (0..<24).map { hour in
            Export.Record(
                type: "HKCategoryTypeIdentifierAppleStandHour", unit: "", source: "Watch",
                start: hour * 3600, end: hour * 3600 + 3600,
                value: "HKCategoryValueAppleStandHour" + (hour % 2 == 0 ? "Stood" : "Idle"))
        }
        let summary = """
             <ActivitySummary dateComponents="2026-03-01" appleStandHours="10"/>

            """
        try await system.runImport(Export(records: hours, rows: [summary]))

        let found = try await system.aggregation.call(
            Insights.summaryDifferences, Insights.SummaryDifferencesRequest(bound: 0.05))

        #expect(
            found.differences.map { "\($0.metric) \($0.ours) \($0.apples) \($0.unit)" }
                == ["appleStandHour 12.0 10.0 hr"])
    }

    @Test func `a metric of category values has no average`() async throws {
        let system = try await TemporaryHealthSystem()
        try await system.runImport(
            Export(records: [
                Export.Record(
                    type: "HKCategoryTypeIdentifierSleepAnalysis", unit: "", source: "Watch",
                    start: 0, end: 3600, value: "HKCategoryValueSleepAnalysisAsleepCore")
            ]))

        await #expect(throws: Status.self) {
            try await system.aggregation.call(
                Insights.trends, Insights.TrendsRequest(name: "sleepAnalysis"))
        }
        await #expect(throws: Status.self) {
            try await system.aggregation.call(
                Insights.window, Insights.WindowRequest(name: "sleepAnalysis"))
        }
        let nights = try await system.aggregation.call(
            Insights.trends, Insights.TrendsRequest(name: "sleepHours"))
        #expect(nights.daily.map(\.averageValue) == [1])
    }

    @Test func `totals are compared, and days that only one side has are listed`() async throws {
        let system = try await TemporaryHealthSystem()
        // Apple has 500 kcal on each day with a summary.
        try await system.runImport(
            Export(
                records: [energy(0, 900), energy(1, 500), energy(2, 300), energy(4, 490)]
                    + [energy(6, 700)],
                rows: [1, 3, 4, 5].map(Export.summary)))

        let found = try await system.aggregation.call(
            Insights.summaryDifferences, Insights.SummaryDifferencesRequest(bound: 0.01))

        #expect(found.compared == 2)
        #expect(found.differences.map(\.day.description) == ["2026-03-05"])
        #expect(found.onlyOurs.map { "\($0.day) \($0.value)" } == ["2026-03-03 300.0"])
        #expect(
            found.onlyApples.map { "\($0.day) \($0.metric) \($0.value)" }
                == ["2026-03-04", "2026-03-06"].map { "\($0) activeEnergyBurned 500.0" })
    }
}
