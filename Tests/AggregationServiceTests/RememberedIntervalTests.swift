import CivilTime
import Contracts
import RPC
import Testing

/// What an answer says of the interval that was chosen, and of the periods that it compares.
@Suite struct RememberedIntervalTests {
    private static let day = 20_001

    private func with(
        days count: Int, _ body: (FoldingWorld) async throws -> Void
    ) async throws {
        let world = try await FoldingWorld(day: Int64(Self.day + count))
        do {
            try await world.put(
                (0..<count).map { 80 + Double($0) }, from: Int64(Self.day))
            try await body(world)
        } catch {
            await world.remove()
            throw error
        }
        await world.remove()
    }

    private func ask(
        _ world: FoldingWorld, interval: String? = nil, compare: Bool = false,
        remember: Bool? = nil, from: CivilDate? = nil
    ) async throws -> Insights.Trends {
        var question = Insights.AskTrends(
            name: "bodyMass", interval: interval, from: from, compare: compare ? "previous" : nil)
        question.remember = remember
        return try await world.insights.call(Insights.trends, question)
    }

    @Test func `an interval that is remembered is said to be in every later answer, until auto`()
        async throws
    {
        try await with(days: 9) { world in
            let before = try await ask(world)
            let chosen = try await ask(world, interval: "day")
            let later = try await ask(world)
            let automatic = try await ask(world, interval: "auto")
            let once = try await ask(world, interval: "day", remember: false)
            let after = try await ask(world)

            #expect(
                [before, chosen, later, automatic, once, after].map(\.isRemembered)
                    == [false, true, true, false, false, false])
        }
    }

    @Test func `a comparison names both periods`() async throws {
        try await with(days: 9) { world in
            let trend = try await ask(world, interval: "day", compare: true)
            let last = CivilDate(days: Int32(Self.day + 8))

            #expect(trend.change?.absolute == 1)
            #expect(trend.compared?.later?.from == last)
            #expect(trend.compared?.earlier?.from == last.advanced(by: -1))
            #expect(trend.compared?.reason == nil)
        }
    }

    @Test func `a comparison without an earlier period says that it has no data`() async throws {
        try await with(days: 9) { world in
            let trend = try await ask(
                world, compare: true, from: CivilDate(days: Int32(Self.day)))

            #expect(trend.change == nil)
            #expect(trend.compared?.reason == .earlierEmpty)
        }
    }

    @Test func `a comparison before any period is over says so`() async throws {
        let world = try await FoldingWorld(day: Int64(Self.day))
        try await world.put([80], from: Int64(Self.day))

        let trend = try await ask(world, compare: true)

        #expect(trend.change == nil)
        #expect(trend.compared?.reason == .nothingComplete)
        await world.remove()
    }
}
