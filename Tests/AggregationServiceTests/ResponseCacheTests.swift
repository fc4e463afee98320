import CivilTime
import Contracts
import Milestones
import RPC
import Randomness
import TestKit
import Testing

@Suite(.cleanup) struct ResponseCacheTests {
    @Test func `a repeated request costs one call for the stamp`() async throws {
        let system = try await FoldingSystem(day: 10)
        try await system.replaceSamples([70, 71, 72], from: 1)
        let first = try await system.trend()

        var again: Insights.TrendsResponse?
        let counted = try await system.transport.counting { again = try await system.trend() }

        #expect(again == first)
        #expect(counted.calls == ["Stamp": 1])
    }

    @Test func `a repeated request calls no service with a commit counter`()
        async throws
    {
        let system = try await FoldingSystem(day: 10, canSeeChanges: true)
        try await system.replaceSamples([70, 71, 72], from: 1)
        let first = try await system.trend()

        var again: Insights.TrendsResponse?
        let counted = try await system.transport.counting { again = try await system.trend() }

        #expect(again == first)
        #expect(counted.calls == [:])
    }

    @Test func `a client sees its own change with any number of writers`() async throws {
        let system = try await FoldingSystem(day: 30, canSeeChanges: true)
        let writers = (0..<4).map { "writer \($0)" }
        for writer in writers {
            _ = try await system.storage.call(
                Profiles.add, Profiles.AddRequest(name: writer, zone: "UTC"))
            try await system.replaceSamples(
                [Double](repeating: 70, count: 9), from: 1, profile: writer)
            try await system.replaceSamples(
                [Double](repeating: 70, count: 9), from: 14, profile: writer)
        }

        try await withThrowingTaskGroup(of: Void.self) { group in
            for writer in writers {
                group.addTask {
                    for round in 0..<200 {
                        let interval = round % 2 == 0 ? Interval.day : .week
                        _ = try await system.storage.call(
                            Settings.set,
                            Settings.SetRequest(
                                key: Settings.intervalPrefix + "bodyMass",
                                value: interval.rawValue), CallOptions(profile: writer))
                        let trend = try await system.trend(profile: writer)
                        let cached = try await system.trend(profile: writer)
                        #expect(trend.interval == interval, "\(writer), round \(round)")
                        #expect(cached == trend, "\(writer), round \(round)")
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    @Test(arguments: [false, true])
    func `a response is computed again after samples change`(seesChanges: Bool) async throws {
        let system = try await FoldingSystem(day: 10, canSeeChanges: seesChanges)
        try await system.replaceSamples([70, 71, 72], from: 1)
        #expect(try await system.daily() == [70, 71, 72])

        try await system.replaceSamples([70, 71, 73], from: 1)

        #expect(try await system.daily() == [70, 71, 73])
    }

    @Test func `after corrections the changed days are read with one call`() async throws {
        let system = try await FoldingSystem(day: 10, canSeeChanges: true)
        _ = try await system.storage.call(
            Profiles.add, Profiles.AddRequest(name: "kim", zone: "UTC"))
        let others = try await system.replaceSamples([50, 51], from: 1, profile: "kim")
        let masses = try await system.replaceSamples([1, 2], from: 2, metric: "leanBodyMass")
        let samples = try await system.replaceSamples([70, 71, 72], from: 1)
        #expect(try await system.daily() == [70, 71, 72])

        try await system.correct(samples[1], to: 80)
        try await system.correct(masses[0], to: 1.5)
        try await system.correct(others[0], to: 49, profile: "kim")
        try await system.correct(samples[2], to: 81)
        var trend: Insights.TrendsResponse?
        let counted = try await system.transport.counting { trend = try await system.trend() }

        #expect(counted.calls == ["Read": 1, "Values": 1])
        #expect(trend?.daily.map(\.averageValue) == [70, 80, 81])
        let page = try await system.storage.call(Days.read, Days.ReadRequest(metric: "bodyMass"))
            .body
        #expect(trend?.version == page.version)
    }

    @Test func `a response is computed again after a change of a setting`() async throws {
        let system = try await FoldingSystem(day: 30)
        try await system.replaceSamples([Double](repeating: 70, count: 9), from: 1)
        try await system.replaceSamples([Double](repeating: 70, count: 9), from: 14)
        let before = try await system.trend()
        #expect(before.interval == .week)
        _ = try await system.storage.call(
            Settings.set,
            Settings.SetRequest(key: Settings.intervalPrefix + "bodyMass", value: "day"))

        let after = try await system.trend()

        #expect(after.interval == .day)
    }

    @Test func `profiles have answers of their own`() async throws {
        let system = try await FoldingSystem(day: 10)
        _ = try await system.storage.call(
            Profiles.add, Profiles.AddRequest(name: "kim", zone: "UTC"))
        try await system.replaceSamples([70], from: 1)
        try await system.replaceSamples([50], from: 1, profile: "kim")

        #expect(try await system.daily() == [70])
        #expect(try await system.daily(profile: "kim") == [50])
    }

    @Test func `a response is computed again when a day begins`() async throws {
        let system = try await FoldingSystem(day: 3)
        try await system.replaceSamples([70, 71, 72, 73], from: 1)
        #expect(try await system.daily() == [70, 71, 72])

        system.clock.advance(by: 86_400_000)

        #expect(try await system.daily() == [70, 71, 72, 73])
    }

    @Test func `only the days that changed are sent again`() async throws {
        let system = try await FoldingSystem(day: 9000)
        // A segment is a little longer than twelve days.
        for day in stride(from: Int64(4000), to: 4400, by: 13) {
            try await system.replaceSamples((0..<10).map { Double(60 + $0) }, from: day)
        }
        let whole = try await system.transport.counting { _ = try await system.daily() }.bytes
        try await system.replaceSamples([90], from: 4403)

        var daily: [Double] = []
        let counted = try await system.transport.counting { daily = try await system.daily() }

        #expect(daily.last == 90)
        #expect(counted.bytes < whole / 5)
    }

    @Test(arguments: [UInt64(1), 2])
    func `days sent in part come to the same as all of them`(seed: UInt64) async throws {
        let system = try await FoldingSystem(day: 9000)
        var numbers = SplitMix64(seed: seed)
        for _ in 0..<15 {
            let day = 4000 + 13 * Int64.random(in: 0..<20, using: &numbers)
            let values = (0..<Int.random(in: 1...5, using: &numbers)).map { _ in
                Double.random(in: 50..<90, using: &numbers)
            }
            try await system.replaceSamples(values, from: day)
            let page = try await system.storage.call(
                Days.read, Days.ReadRequest(metric: "bodyMass"))
            let all = try DayColumns(columns: page.columns)

            #expect(try await system.daily() == all.sum, "seed \(seed), \(day): \(values)")
        }
    }
}

@Suite(.cleanup) struct TrendAnswerTests {
    @Test func `a metric by its own name is asked for once`() async throws {
        let system = try await FoldingSystem(day: 10, canSeeChanges: true)
        try await system.replaceSamples([50, 51, 52], from: 1, metric: "leanBodyMass")

        let counted = try await system.transport.counting {
            _ = try await system.trend("leanBodyMass")
        }

        #expect(counted.calls == ["Read": 1])
    }

    @Test func `body mass and the weight log are asked for once each`() async throws {
        let system = try await FoldingSystem(day: 10, canSeeChanges: true)
        try await system.replaceSamples([70, 71, 72], from: 1)

        let counted = try await system.transport.counting { _ = try await system.trend() }

        #expect(counted.calls == ["Read": 1, "Values": 1])
    }

    @Test func `adding or deleting a weight entry updates the cached trend`() async throws {
        let system = try await FoldingSystem(day: 10, canSeeChanges: true)
        try await system.replaceSamples([70, 71, 72], from: 1)
        #expect(try await system.daily() == [70, 71, 72])

        let added = try await system.schedule.call(
            Weights.add, Weights.AddRequest(weight: 75, unit: .kg, on: CivilDate(days: 6)))
        #expect(try await system.daily() == [70, 71, 72, 75])

        _ = try await system.schedule.call(
            Weights.delete, Weights.DeleteRequest(id: added.entry.id))
        #expect(try await system.daily() == [70, 71, 72])
    }

    @Test func `a trend without its plotted days is the same otherwise`() async throws {
        let system = try await FoldingSystem(day: 30)
        try await system.replaceSamples([70, 71, 72], from: 1)
        var whole = try await system.trend()

        let question = Insights.TrendsRequest(name: "bodyMass", daily: false)
        let reply = try await system.insights.call(Insights.trends.verbatim, question)

        #expect(!whole.daily.isEmpty)
        whole.daily = []
        #expect(try reply.value() == whole)
    }
}
