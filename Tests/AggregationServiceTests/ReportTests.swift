import CivilTime
import Contracts
import Milestones
import RPC
import TestKit
import Testing
import Tracker

/// The report of a period: activities of the tracker worker, and metrics from day totals.
@Suite(.cleanup) struct ReportTests {
    /// A Wednesday, whose week begins on day 20,010. All days of the tests are in one segment.
    private static let day = 20_012
    private static let wednesday = CivilDate(days: Int32(day))

    @Test func `metrics are compared with the period before, up to the day of the request`()
        async throws
    {
        let system = try await FoldingSystem(day: Int64(Self.day))
        // From Thursday of the week before to Wednesday.
        try await system.replaceSamples(
            [80, 80, 81, 81, 82, 83, 84], from: Int64(Self.day - 6))

        let report = try await system.insights.call(
            Insights.report,
            Insights.ReportRequest(period: "week", daily: ["bodyMass"]))
        let earlier = try await system.insights.call(
            Insights.report,
            Insights.ReportRequest(period: "week", on: Self.wednesday.advanced(by: -1)))

        let metric = try #require(report.metrics.first)
        #expect(report.metrics.count == 1)
        #expect(metric.metric == "bodyMass" && metric.unit == "kg")
        #expect(metric.average == 83 && metric.previousAverage == 80.5)
        #expect(metric.minValue == 82 && metric.maxValue == 84)
        #expect([metric.days, metric.previousDays] == [3, 4])
        #expect(metric.change?.absolute == 2.5 && metric.change?.verdict == "change")
        #expect(metric.daily?.map(\.averageValue) == [82, 83, 84])
        #expect(earlier.metrics.first?.average == 82.5)
        #expect(earlier.metrics.first?.daily == nil)
    }

    @Test func `the weight log is part of the report without an import`() async throws {
        let system = try await FoldingSystem(day: Int64(Self.day))
        _ = try await system.schedule.call(
            Weights.add, Weights.AddRequest(weight: 80, unit: .kg, on: Self.wednesday))

        let report = try await system.insights.call(
            Insights.report, Insights.ReportRequest(period: "month"))

        #expect(report.metrics.map(\.metric) == ["bodyMass"])
        #expect(report.metrics.first?.average == 80)
        #expect(report.metrics.first?.change == nil)
    }

    @Test func `a change of the weight in a report is judged by the goal weight`() async throws {
        let system = try await FoldingSystem(day: Int64(Self.day))
        try await system.replaceSamples([80, 80, 81, 81, 82, 83, 84], from: Int64(Self.day - 6))
        _ = try await system.schedule.call(
            Weights.setGoal, Weights.SetGoalRequest(weight: 70, unit: .kg, start: 90))

        let report = try await system.insights.call(
            Insights.report, Insights.ReportRequest(period: "week"))

        #expect(report.metrics.first?.change?.verdict == "loss")
    }

    @Test func `activities and goals are those of the tracker worker`() async throws {
        let system = try await FoldingSystem(day: Int64(Self.day))
        _ = try await system.schedule.call(
            Activities.add,
            Activities.AddRequest(
                name: "Floss", fields: Activities.Fields(),
                on: Self.wednesday.advanced(by: -1)))
        _ = try await system.schedule.call(
            Journal.log,
            Journal.LogRequest(activity: "Floss", on: Self.wednesday.advanced(by: -1)))

        _ = try await system.schedule.call(Goals.add, Goals.AddRequest(title: "Teeth"))

        let report = try await system.insights.call(
            Insights.report, Insights.ReportRequest(period: "week"))
        let period = try await system.schedule.call(
            Statistics.period, Statistics.PeriodRequest(period: "week"))

        #expect(report.activities == period.activities)
        #expect(report.activities.map(\.rate) == [1])
        #expect(report.goals == period.goals && report.goals.map(\.title) == ["Teeth"])
        #expect(report.metrics.isEmpty && !report.stale)
    }

    @Test func `another period is rejected`() async throws {
        let system = try await FoldingSystem(day: Int64(Self.day))
        await #expect {
            try await system.insights.call(
                Insights.report, Insights.ReportRequest(period: "decade"))
        } throws: {
            ($0 as? Status)?.code == .invalidArgument
        }
    }
}
