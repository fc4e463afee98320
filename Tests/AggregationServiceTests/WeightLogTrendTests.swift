import CivilTime
import Contracts
import Milestones
import RPC
import TestKit
import Testing

/// Tests of body mass from imported samples and the weight log together.
@Suite(.cleanup) struct WeightLogTrendTests {
    /// All days of the tests are in one segment, which begins just before the first day.
    private static let day = 20_001
    private static let first = CivilDate(days: Int32(day))

    private func with(
        imported values: [Double], isRead: Bool = false,
        _ body: (FoldingSystem) async throws -> Void
    ) async throws {
        let system = try await FoldingSystem(day: Int64(Self.day + 9))
        if !values.isEmpty { try await system.replaceSamples(values, from: Int64(Self.day)) }
        if isRead {
            _ = try await system.storage.call(
                Settings.set, Settings.SetRequest(key: Settings.weightHealth, value: "read"))
            _ = try await system.schedule.call(HealthLinks.sync, HealthLinks.SyncRequest())
        }
        try await body(system)
    }

    @discardableResult
    private func weigh(
        _ system: FoldingSystem, _ weight: Double, _ unit: WeightUnit = .kg, day: Int
    ) async throws -> String {
        try await system.schedule.call(
            Weights.add,
            Weights.AddRequest(weight: weight, unit: unit, on: Self.first.advanced(by: day))
        ).entry.id
    }

    private func sources(_ trend: Insights.TrendsResponse) -> [String: Int] {
        Dictionary(uniqueKeysWithValues: (trend.sources ?? []).map { ($0.name, $0.days) })
    }

    @Test func `weights entered by hand are a trend without any import`() async throws {
        try await with(imported: []) { system in
            for place in 0..<3 { try await weigh(system, 80 + Double(place), day: place) }

            let trend = try await system.trend("weight")
            let window = try await system.insights.call(
                Insights.window, Insights.WindowRequest(name: "weight"))

            #expect(trend.daily.map(\.averageValue) == [80, 81, 82])
            #expect(window.days.compactMap(\.value) == [80, 81, 82])
            #expect(sources(trend) == ["weight log": 3, "imported": 0])
        }
    }

    @Test func `entries and imported samples of one day are averaged, and counted by source`()
        async throws
    {
        try await with(imported: [82, 81]) { system in
            try await weigh(system, 80, day: 1)
            try await weigh(system, 79, day: 2)

            let trend = try await system.trend("weight")

            #expect(trend.daily.map(\.averageValue) == [82, 80.5, 79])
            #expect(sources(trend) == ["weight log": 2, "imported": 2])
        }
    }

    @Test func `imported body mass that was read into the weight log counts once`() async throws {
        try await with(imported: [82, 81], isRead: true) { system in
            let trend = try await system.trend("weight")

            #expect(trend.daily.map(\.averageValue) == [82, 81])
            #expect(trend.daily.map(\.sampleCount) == [1, 1])
            #expect(sources(trend) == ["weight log": 0, "imported": 2])
        }
    }

    @Test func `an entry that a person corrected replaces what was imported on its day`()
        async throws
    {
        try await with(imported: [82, 81], isRead: true) { system in
            let read = try await system.schedule.call(Weights.list, Weights.ListRequest()).weights
            let id = try #require(read.first { $0.date == Self.first }).id
            _ = try await system.schedule.call(
                Weights.edit, Weights.EditRequest(id: id, weight: 70))

            let trend = try await system.trend("weight")

            #expect(trend.daily.map(\.averageValue) == [70, 81])
        }
    }

    @Test func `a deleted entry leaves the trend at once`() async throws {
        try await with(imported: [82]) { system in
            let id = try await weigh(system, 90, day: 3)
            let before = try await system.daily("weight")
            _ = try await system.schedule.call(Weights.delete, Weights.DeleteRequest(id: id))

            #expect(before == [82, 90])
            #expect(try await system.daily("weight") == [82])
        }
    }

    @Test func `entries in pounds are shown in the unit of the metric`() async throws {
        try await with(imported: []) { system in
            try await weigh(system, 200, .lb, day: 0)

            let shown = try #require(try await system.daily("weight").first)

            #expect(abs(shown - 90.718474) < 1e-9)
        }
    }

    @Test(arguments: [(70.0, "win"), (90, "loss"), (nil, "change")] as [(Double?, String)])
    func `a change of the weight is a win or a loss by the goal weight`(
        goal: Double?, verdict: String
    ) async throws {
        try await with(imported: []) { system in
            try await weigh(system, 80, day: 7)
            try await weigh(system, 79, day: 8)
            if let goal {
                _ = try await system.schedule.call(
                    Weights.setGoal, Weights.SetGoalRequest(weight: goal, unit: .kg))
            }

            let trend = try await system.insights.call(
                Insights.trends,
                Insights.TrendsRequest(
                    name: "weight", from: Self.first.advanced(by: 8), compare: "previous"))

            #expect(trend.change?.absolute == -1 && trend.change?.verdict == verdict)
        }
    }

    @Test func `the weight log does not come back as a reading of health data`() async throws {
        try await with(imported: [82], isRead: true) { system in
            try await weigh(system, 75, day: 4)
            let synced = try await system.schedule.call(HealthLinks.sync, HealthLinks.SyncRequest())

            #expect(synced.weight?.changed == 0)
        }
    }

    @Test func `the trend and the list have the same average of a day for every range`()
        async throws
    {
        try await with(imported: []) { system in
            for place in 0..<9 {
                try await weigh(system, 90 - Double(place * place) / 7, day: place)
            }
            let ask = Weights.TrendRequest(from: Self.first.advanced(by: 4))

            let trend = try await system.schedule.call(Weights.trend, ask)
            let list = try await system.schedule.call(Weights.list, Weights.ListRequest())

            let averages = Dictionary(
                uniqueKeysWithValues: list.weights.map { ($0.date, $0.movingAverage) })
            #expect(trend.days.count == 5)
            for day in trend.days { #expect(day.average == averages[day.date]) }
        }
    }
}
