import CivilTime
import Contracts
import RPC
import Testing

/// Tests of the remembered interval and the compared periods in responses.
@Suite struct RememberedIntervalTests {
    private static let day = 20_001

    private func with(
        days count: Int, _ body: (FoldingWorld) async throws -> Void
    ) async throws {
        try await FoldingWorld.with(day: Int64(Self.day + count)) { world in
            try await world.replaceSamples(
                (0..<count).map { 80 + Double($0) }, from: Int64(Self.day))
            try await body(world)
        }
    }

    private func trends(
        _ world: FoldingWorld, interval: String? = nil, compare: Bool = false,
        from: CivilDate? = nil
    ) async throws -> Insights.TrendsResponse {
        let request = Insights.TrendsRequest(
            name: "bodyMass", interval: interval, from: from, compare: compare ? "previous" : nil)
        return try await world.insights.call(Insights.trends, request)
    }

    private func store(_ interval: String?, _ world: FoldingWorld) async throws {
        let request = Insights.TrendsRequest(name: "bodyMass", interval: interval)
        _ = try await world.insights.call(Insights.setInterval, request)
    }

    @Test func `a stored interval is used by later requests until auto, and a query stores none`()
        async throws
    {
        try await with(days: 9) { world in
            let before = try await trends(world)
            let once = try await trends(world, interval: "day")
            let after = try await trends(world)
            try await store("day", world)
            let chosen = try await trends(world, interval: "day")
            let later = try await trends(world)
            try await store("auto", world)
            let automatic = try await trends(world)

            #expect(
                [before, once, after, chosen, later, automatic].map(\.isRemembered)
                    == [false, false, false, true, true, false])
        }
    }

    @Test func `an interval that the data does not allow is not stored`() async throws {
        try await with(days: 9) { world in
            await #expect(throws: Status.self) { try await store("year", world) }
            await #expect(throws: Status.self) { try await store(nil, world) }

            let trend = try await trends(world)
            #expect(trend.remembered == nil)
        }
    }

    @Test func `a comparison names both periods`() async throws {
        try await with(days: 9) { world in
            let trend = try await trends(world, interval: "day", compare: true)
            let last = CivilDate(days: Int32(Self.day + 8))

            #expect(trend.change?.absolute == 1)
            #expect(trend.compared?.later?.from == last)
            #expect(trend.compared?.earlier?.from == last.advanced(by: -1))
            #expect(trend.compared?.reason == nil)
        }
    }

    @Test func `a comparison without an earlier period says that it has no data`() async throws {
        try await with(days: 9) { world in
            let trend = try await trends(
                world, compare: true, from: CivilDate(days: Int32(Self.day)))

            #expect(trend.change == nil)
            #expect(trend.compared?.reason == .earlierEmpty)
        }
    }

    @Test func `a comparison before any period is over says so`() async throws {
        let world = try await FoldingWorld(day: Int64(Self.day))
        try await world.replaceSamples([80], from: Int64(Self.day))

        let trend = try await trends(world, compare: true)

        #expect(trend.change == nil)
        #expect(trend.compared?.reason == .nothingComplete)
        await world.remove()
    }
}
