import CivilTime
import Contracts
import RPC
import TestKit
import Testing

/// Tests of the remembered interval and the compared periods in responses.
@Suite(.cleanup) struct RememberedIntervalTests {
    private static let day = 20_001

    private func with(
        days count: Int, _ body: (FoldingSystem) async throws -> Void
    ) async throws {
        let system = try await FoldingSystem(day: Int64(Self.day + count))
        try await system.replaceSamples(
            (0..<count).map { 80 + Double($0) }, from: Int64(Self.day))
        try await body(system)
    }

    private func trends(
        _ system: FoldingSystem, interval: String? = nil, compare: Bool = false,
        from: CivilDate? = nil
    ) async throws -> Insights.TrendsResponse {
        let request = Insights.TrendsRequest(
            name: "bodyMass", interval: interval, from: from, compare: compare ? "previous" : nil)
        return try await system.insights.call(Insights.trends, request)
    }

    private func store(_ interval: String?, _ system: FoldingSystem) async throws {
        let request = Insights.TrendsRequest(name: "bodyMass", interval: interval)
        _ = try await system.insights.call(Insights.setInterval, request)
    }

    @Test func `a stored interval is used by later requests until auto, and a query stores none`()
        async throws
    {
        try await with(days: 9) { system in
            let before = try await trends(system)
            let once = try await trends(system, interval: "day")
            let after = try await trends(system)
            try await store("day", system)
            let chosen = try await trends(system, interval: "day")
            let later = try await trends(system)
            try await store("auto", system)
            let automatic = try await trends(system)

            #expect(
                [before, once, after, chosen, later, automatic].map(\.isRemembered)
                    == [false, false, false, true, true, false])
        }
    }

    @Test func `an interval that the data does not allow is not stored`() async throws {
        try await with(days: 9) { system in
            await #expect(throws: Status.self) { try await store("year", system) }
            await #expect(throws: Status.self) { try await store(nil, system) }

            let trend = try await trends(system)
            #expect(trend.remembered == nil)
        }
    }

    @Test func `a comparison names both periods`() async throws {
        try await with(days: 9) { system in
            let trend = try await trends(system, interval: "day", compare: true)
            let last = CivilDate(days: Int32(Self.day + 8))

            #expect(trend.change?.absolute == 1)
            #expect(trend.compared?.later?.from == last)
            #expect(trend.compared?.earlier?.from == last.advanced(by: -1))
            #expect(trend.compared?.reason == nil)
        }
    }

    @Test func `a comparison without an earlier period says that it has no data`() async throws {
        try await with(days: 9) { system in
            let trend = try await trends(
                system, compare: true, from: CivilDate(days: Int32(Self.day)))

            #expect(trend.change == nil)
            #expect(trend.compared?.reason == .earlierEmpty)
        }
    }

    @Test func `a comparison before any period is over says so`() async throws {
        let system = try await FoldingSystem(day: Int64(Self.day))
        try await system.replaceSamples([80], from: Int64(Self.day))

        let trend = try await trends(system, compare: true)

        #expect(trend.change == nil)
        #expect(trend.compared?.reason == .nothingComplete)
    }
}
