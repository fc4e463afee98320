import CivilTime
import Contracts
import RPC
import Testing
import Tracker

@Suite struct ActivityTrendTests {
    private static let day = 20_000

    private func store(_ activity: Activity, in world: FoldingWorld) async throws {
        _ = try await world.storage.call(
            TrackerRecords.apply,
            TrackerRecords.ApplyRequest(
                summary: "add",
                changes: [
                    TrackerRecords.Change(
                        kind: TrackerRecords.activityKind, id: activity.id.rawValue,
                        body: try JSONBody.encode(activity).text)
                ]))
    }

    /// Adds a number or a checkbox entry, a number of days before the current day.
    private func log(
        _ value: Double?, _ back: Int, for activity: Activity, in world: FoldingWorld
    ) async throws {
        try await log(.completed(value: value), in: nil, back, for: activity, in: world)
    }

    private func log(
        _ outcome: Outcome, in slot: Slot?, at time: Int64? = nil, _ back: Int,
        for activity: Activity, in world: FoldingWorld
    ) async throws {
        let number = outcome.value ?? 0
        let entry = Entry(
            id: Entry.ID("\(activity.id)-\(back)-\(number)-\(slot?.rawValue ?? "")"),
            activity: activity.id, day: CivilDate(days: Int32(Self.day - back)), outcome: outcome,
            slot: slot, loggedAt: time)
        _ = try await world.storage.call(
            TrackerRecords.apply,
            TrackerRecords.ApplyRequest(
                summary: "log",
                changes: [
                    TrackerRecords.Change(
                        kind: TrackerRecords.entryKind, id: entry.id.rawValue,
                        body: try JSONBody.encode(entry).text)
                ]))
    }

    private func activity(
        _ name: String, _ kind: ActivityKind, daysOld: Int = 100
    ) -> Activity {
        Activity(
            id: Activity.ID(name.lowercased()), name: name,
            created: CivilDate(days: Int32(Self.day - daysOld)),
            configuration: Configuration(kind: kind))
    }

    @Test func `the numbers of a day are summed, averaged, or the last one counts`() async throws {
        let world = try await FoldingWorld(day: Int64(Self.day))
        let kinds: [(ActivityKind, Double)] = [
            (.cumulative(Quantity(unit: "ml"), by: .sum), 12),
            (.cumulative(Quantity(unit: "ml"), by: .average), 6), (.value(Quantity()), 7),
        ]

        var found: [Double] = []
        for (place, kind) in kinds.enumerated() {
            let activity = activity("Zz\(place)", kind.0)
            try await store(activity, in: world)
            for value in [5.0, 7] { try await log(value, 1, for: activity, in: world) }
            found += try await world.daily("zz\(place)")
        }

        #expect(found == kinds.map(\.1))
        await world.remove()
    }

    @Test func `a trend has the streak of its days`() async throws {
        let world = try await FoldingWorld(day: Int64(Self.day))
        let floss = activity("Floss", .checkbox, daysOld: 12)
        let weight = activity("Mass", .value(Quantity()))
        for activity in [floss, weight] { try await store(activity, in: world) }
        for back in [1, 2, 3, 6, 7, 8, 9] { try await log(nil, back, for: floss, in: world) }
        for back in [2, 3] { try await log(Double(back), back, for: weight, in: world) }

        let done = try #require(try await world.trend("Floss").streak)
        let numbers = try #require(try await world.trend("Mass").streak)

        #expect(done.current == 3 && done.best == 4)
        #expect(numbers.current == 0 && numbers.best == 2)
        #expect(numbers.lastDate == CivilDate(days: Int32(Self.day - 2)) && numbers.lastValue == 2)
        await world.remove()
    }

    @Test func `yes or no tells its days with a yes, a number the latest`() async throws {
        let world = try await FoldingWorld(day: Int64(Self.day))
        let floss = activity("Floss", .checkbox, daysOld: 3)
        let weight = activity("Mass", .value(Quantity()))
        for activity in [floss, weight] { try await store(activity, in: world) }
        for back in 1...3 { try await log(nil, back, for: floss, in: world) }
        for (back, value) in [(3, 80.0), (1, 82)] {
            try await log(value, back, for: weight, in: world)
        }

        let yes = try await world.trend("Floss").series
        let numbers = try await world.trend("Mass").series

        #expect(yes.map(\.yesDays) == [1, 1, 1])
        #expect(numbers.map(\.latest) == [.number(80), .number(82)])
        #expect(numbers.last?.latestAt == CivilDate(days: Int32(Self.day - 1)))
        await world.remove()
    }

    @Test func `a bucket tells nothing of days that were not asked for, or are to come`()
        async throws
    {
        let world = try await FoldingWorld(day: Int64(Self.day))
        let (floss, weight) = (activity("Floss", .checkbox), activity("Mass", .value(Quantity())))
        for activity in [floss, weight] { try await store(activity, in: world) }
        for back in 0...20 {
            try await log(nil, back, for: floss, in: world)
            try await log(Double(back), back, for: weight, in: world)
        }
        func buckets(_ name: String) async throws -> [Insights.Bucket] {
            let (from, on) = (Self.day - 18, Self.day - 3)
            return try await world.insights.call(
                Insights.trends,
                Insights.TrendsRequest(
                    name: name, interval: "week", from: CivilDate(days: Int32(from)),
                    on: CivilDate(days: Int32(on)))
            ).series
        }

        let yes = try await buckets("Floss")
        let numbers = try await buckets("Mass")

        #expect(yes.map(\.yesDays) == yes.map(\.days))
        #expect(yes.map(\.days).reduce(0, +) == 16)
        #expect(numbers.last?.latest == .number(3))
        #expect(numbers.last?.latestAt == CivilDate(days: Int32(Self.day - 3)))
        await world.remove()
    }

    @Test func `a day with an open session is not a yes, one with an excused session is`()
        async throws
    {
        let world = try await FoldingWorld(day: Int64(Self.day))
        var pills = activity("Pills", .checkbox, daysOld: 2)
        pills.configuration.slots = [.morning, .evening]
        try await store(pills, in: world)
        let days: [[Slot: Outcome]] = [
            [.morning: .completed(value: nil), .evening: .completed(value: nil)],
            [.morning: .completed(value: nil)],
            [.morning: .completed(value: nil), .evening: .skipped(reason: nil)],
            [.morning: .skipped(reason: nil)],
        ]
        for (back, sessions) in days.enumerated() {
            for (slot, outcome) in sessions {
                try await log(outcome, in: slot, back, for: pills, in: world)
            }
        }

        let trend = try await world.trend("Pills")

        #expect(trend.daily.map(\.averageValue) == [1, 0, 1])
        #expect(trend.series.map(\.yesDays) == [1, 0, 1])
        #expect(trend.series.map(\.sampleCount) == [1, 1, 2])
        await world.remove()
    }

    @Test func `a due day that is over and was neither completed nor skipped is 0`() async throws {
        let world = try await FoldingWorld(day: Int64(Self.day))
        var floss = activity("Floss", .checkbox, daysOld: 9)
        floss.configuration.schedule = .weekly(Set(1...7).subtracting([weekday(back: 4)]))
        try await store(floss, in: world)
        _ = try await world.schedule.call(
            Vacations.add, Vacations.Vacation(from: day(back: 7), to: day(back: 7)))
        for back in [1, 5] { try await log(nil, back, for: floss, in: world) }
        try await log(.skipped(reason: nil), in: nil, 6, for: floss, in: world)

        let trend = try await world.trend("Floss")
        let window = try await world.insights.call(
            Insights.window, Insights.WindowRequest(name: "Floss"))

        // Neither the skipped day, the vacation, the day without an occurrence nor today.
        #expect(trend.daily.map(\.date) == [9, 8, 5, 3, 2, 1].map(day(back:)))
        #expect(trend.daily.map(\.averageValue) == [0, 0, 1, 0, 0, 1])
        #expect(trend.daily.map(\.sampleCount) == [0, 0, 1, 0, 0, 1])
        #expect(trend.series.compactMap(\.yesDays).reduce(0, +) == 2)
        #expect(trend.isYesNo == true)
        #expect(window.days.compactMap(\.value) == [0, 0, 1, 0, 0, 1])
        await world.remove()
    }

    @Test func `a session left open today is not a miss before the end of the day`()
        async throws
    {
        let world = try await FoldingWorld(day: Int64(Self.day))
        var pills = activity("Pills", .checkbox, daysOld: 1)
        pills.configuration.slots = [.morning, .evening]
        try await store(pills, in: world)
        for back in 0...1 {
            try await log(.completed(value: nil), in: .morning, back, for: pills, in: world)
        }

        let today = try await world.trend("Pills")
        world.clock.advance(by: 86_400_000)
        let tomorrow = try await world.trend("Pills")

        #expect(today.daily.map(\.averageValue) == [0])
        #expect(tomorrow.daily.map(\.averageValue) == [0, 0])
        await world.remove()
    }

    private func day(back: Int) -> CivilDate { CivilDate(days: Int32(Self.day - back)) }

    private func weekday(back: Int) -> Int { day(back: back).weekday }

    @Test func `the latest entry of a day is that with the latest time, in any order of storage`()
        async throws
    {
        let world = try await FoldingWorld(day: Int64(Self.day))
        let mass = activity("Mass", .value(Quantity()))
        try await store(mass, in: world)
        let logged: [(Double, Int64?)] = [(1, 10), (2, 30), (3, 30), (4, 20), (5, nil)]
        for (value, time) in logged {
            try await log(
                .completed(value: value), in: nil, at: time, 1, for: mass, in: world)
        }

        #expect(try await world.trend("Mass").series.map(\.latest) == [.number(3)])
        await world.remove()
    }

    @Test func `an activity wins over a metric of its name, and a metric over a beginning`()
        async throws
    {
        let world = try await FoldingWorld(day: Int64(Self.day))
        try await world.replaceSamples([80], from: Int64(Self.day - 1))
        for name in ["bodyMass", "Steps of stairs"] {
            let activity = activity(name, .value(Quantity()))
            try await store(activity, in: world)
            try await log(5, 1, for: activity, in: world)
        }

        #expect(try await world.daily("bodymass") == [5])
        #expect(try await world.daily("metric:bodyMass") == [80])
        #expect(try await world.daily("activity:bodyMass") == [5])
        #expect(try await world.trend("steps").metric == "stepCount")
        #expect(try await world.daily("steps o") == [5])
        await world.remove()
    }

    @Test func `of activities of one name an identifier says which is meant`() async throws {
        let world = try await FoldingWorld(day: Int64(Self.day))
        for (id, name, value) in [("a", "Run", 5.0), ("b", "Run", 6), ("c", "run", 7)] {
            var activity = activity(name, .value(Quantity()))
            activity = Activity(
                id: Activity.ID(id), name: name, created: activity.created,
                configuration: activity.configuration)
            try await store(activity, in: world)
            try await log(value, 1, for: activity, in: world)
        }

        for name in ["Run", "activity:Run"] {
            do {
                _ = try await world.daily(name)
                Issue.record("\(name) was found")
            } catch {
                let refusal = Status(describing: error)
                #expect(refusal.code == .invalidArgument)
                #expect(refusal.message.contains("a, b."))
                #expect(refusal.hint?.contains("dayline trends activity:a") == true)
            }
        }
        #expect(try await world.daily("run") == [7])
        #expect(try await world.daily("activity:b") == [6])
        await world.remove()
    }

    @Test func `the forecast of an activity has a prediction interval`() async throws {
        let world = try await FoldingWorld(day: Int64(Self.day))
        let activity = activity("Mass", .value(Quantity()))
        try await store(activity, in: world)
        for back in 0..<7 { try await log(80 + Double(back), back, for: activity, in: world) }

        let trends = try await world.insights.call(
            Insights.trends, Insights.TrendsRequest(name: "Mass", predict: 2))

        #expect(trends.forecast?.map { $0.value.rounded() } == [79, 78])
        #expect(trends.forecast?.first?.date == CivilDate(days: Int32(Self.day + 1)))
        await world.remove()
    }
}
