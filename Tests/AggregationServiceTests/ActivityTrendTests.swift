import CivilTime
import Contracts
import RPC
import TestKit
import Testing
import Tracker

@Suite(.cleanup) struct ActivityTrendTests {
    private static let day = 20_000

    private func store(_ activity: Activity, in system: FoldingSystem) async throws {
        _ = try await system.storage.call(
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
        _ value: Double?, _ back: Int, for activity: Activity, in system: FoldingSystem
    ) async throws {
        try await log(.completed(value: value), in: nil, back, for: activity, in: system)
    }

    private func log(
        _ outcome: Outcome, in slot: Slot?, at time: Int64? = nil, _ back: Int,
        for activity: Activity, in system: FoldingSystem
    ) async throws {
        let number = outcome.value ?? 0
        let entry = Entry(
            id: Entry.ID("\(activity.id)-\(back)-\(number)-\(slot?.rawValue ?? "")"),
            activity: activity.id, day: CivilDate(days: Int32(Self.day - back)), outcome: outcome,
            slot: slot, loggedAt: time)
        _ = try await system.storage.call(
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
        let system = try await FoldingSystem(day: Int64(Self.day))
        let kinds: [(ActivityKind, Double)] = [
            (.cumulative(Quantity(unit: "ml"), by: .sum), 12),
            (.cumulative(Quantity(unit: "ml"), by: .average), 6), (.value(Quantity()), 7),
        ]

        var found: [Double] = []
        for (place, kind) in kinds.enumerated() {
            let activity = activity("Zz\(place)", kind.0)
            try await store(activity, in: system)
            for value in [5.0, 7] { try await log(value, 1, for: activity, in: system) }
            found += try await system.daily("zz\(place)")
        }

        #expect(found == kinds.map(\.1))
    }

    @Test func `a trend has the streak of its days`() async throws {
        let system = try await FoldingSystem(day: Int64(Self.day))
        let floss = activity("Floss", .checkbox, daysOld: 12)
        let weight = activity("Mass", .value(Quantity()))
        for activity in [floss, weight] { try await store(activity, in: system) }
        for back in [1, 2, 3, 6, 7, 8, 9] { try await log(nil, back, for: floss, in: system) }
        for back in [2, 3] { try await log(Double(back), back, for: weight, in: system) }

        let done = try #require(try await system.trend("Floss").streak)
        let numbers = try #require(try await system.trend("Mass").streak)

        #expect(done.current == 3 && done.best == 4)
        #expect(numbers.current == 0 && numbers.best == 2)
        #expect(numbers.lastDate == CivilDate(days: Int32(Self.day - 2)) && numbers.lastValue == 2)
    }

    @Test func `yes or no tells its days with a yes, a number the latest`() async throws {
        let system = try await FoldingSystem(day: Int64(Self.day))
        let floss = activity("Floss", .checkbox, daysOld: 3)
        let weight = activity("Mass", .value(Quantity()))
        for activity in [floss, weight] { try await store(activity, in: system) }
        for back in 1...3 { try await log(nil, back, for: floss, in: system) }
        for (back, value) in [(3, 80.0), (1, 82)] {
            try await log(value, back, for: weight, in: system)
        }

        let yes = try await system.trend("Floss").series
        let numbers = try await system.trend("Mass").series

        #expect(yes.map(\.yesDays) == [1, 1, 1])
        #expect(numbers.map(\.latest) == [.number(80), .number(82)])
        #expect(numbers.last?.latestAt == CivilDate(days: Int32(Self.day - 1)))
    }

    @Test func `a bucket tells nothing of days that were not asked for, or are to come`()
        async throws
    {
        let system = try await FoldingSystem(day: Int64(Self.day))
        let (floss, weight) = (activity("Floss", .checkbox), activity("Mass", .value(Quantity())))
        for activity in [floss, weight] { try await store(activity, in: system) }
        for back in 0...20 {
            try await log(nil, back, for: floss, in: system)
            try await log(Double(back), back, for: weight, in: system)
        }
        func buckets(_ name: String) async throws -> [Insights.Bucket] {
            let (from, on) = (Self.day - 18, Self.day - 3)
            return try await system.insights.call(
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
    }

    @Test func `a day with an open session is not a yes, one with an excused session is`()
        async throws
    {
        let system = try await FoldingSystem(day: Int64(Self.day))
        var pills = activity("Pills", .checkbox, daysOld: 2)
        pills.configuration.slots = [.morning, .evening]
        try await store(pills, in: system)
        let days: [[Slot: Outcome]] = [
            [.morning: .completed(value: nil), .evening: .completed(value: nil)],
            [.morning: .completed(value: nil)],
            [.morning: .completed(value: nil), .evening: .skipped(reason: nil)],
            [.morning: .skipped(reason: nil)],
        ]
        for (back, sessions) in days.enumerated() {
            for (slot, outcome) in sessions {
                try await log(outcome, in: slot, back, for: pills, in: system)
            }
        }

        let trend = try await system.trend("Pills")

        #expect(trend.daily.map(\.averageValue) == [1, 0, 1])
        #expect(trend.series.map(\.yesDays) == [1, 0, 1])
        #expect(trend.series.map(\.sampleCount) == [1, 1, 2])
    }

    @Test func `a due day that is over and was neither completed nor skipped is 0`() async throws {
        let system = try await FoldingSystem(day: Int64(Self.day))
        var floss = activity("Floss", .checkbox, daysOld: 9)
        floss.configuration.schedule = .weekly(Set(1...7).subtracting([weekday(back: 4)]))
        try await store(floss, in: system)
        _ = try await system.schedule.call(
            Vacations.add, Vacations.Vacation(from: day(back: 7), to: day(back: 7)))
        for back in [1, 5] { try await log(nil, back, for: floss, in: system) }
        try await log(.skipped(reason: nil), in: nil, 6, for: floss, in: system)

        let trend = try await system.trend("Floss")
        let window = try await system.insights.call(
            Insights.window, Insights.WindowRequest(name: "Floss"))

        // Neither the skipped day, the vacation, the day without an occurrence nor today.
        #expect(trend.daily.map(\.date) == [9, 8, 5, 3, 2, 1].map(day(back:)))
        #expect(trend.daily.map(\.averageValue) == [0, 0, 1, 0, 0, 1])
        #expect(trend.daily.map(\.sampleCount) == [0, 0, 1, 0, 0, 1])
        #expect(trend.series.compactMap(\.yesDays).reduce(0, +) == 2)
        #expect(trend.isYesNo == true)
        #expect(window.days.compactMap(\.value) == [0, 0, 1, 0, 0, 1])
    }

    @Test func `a session left open today is not a miss before the end of the day`()
        async throws
    {
        let system = try await FoldingSystem(day: Int64(Self.day))
        var pills = activity("Pills", .checkbox, daysOld: 1)
        pills.configuration.slots = [.morning, .evening]
        try await store(pills, in: system)
        for back in 0...1 {
            try await log(.completed(value: nil), in: .morning, back, for: pills, in: system)
        }

        let today = try await system.trend("Pills")
        system.clock.advance(by: 86_400_000)
        let tomorrow = try await system.trend("Pills")

        #expect(today.daily.map(\.averageValue) == [0])
        #expect(tomorrow.daily.map(\.averageValue) == [0, 0])
    }

    private func day(back: Int) -> CivilDate { CivilDate(days: Int32(Self.day - back)) }

    private func weekday(back: Int) -> Int { day(back: back).weekday }

    @Test func `the latest entry of a day is that with the latest time, in any order of storage`()
        async throws
    {
        let system = try await FoldingSystem(day: Int64(Self.day))
        let mass = activity("Mass", .value(Quantity()))
        try await store(mass, in: system)
        let logged: [(Double, Int64?)] = [(1, 10), (2, 30), (3, 30), (4, 20), (5, nil)]
        for (value, time) in logged {
            try await log(
                .completed(value: value), in: nil, at: time, 1, for: mass, in: system)
        }

        #expect(try await system.trend("Mass").series.map(\.latest) == [.number(3)])
    }

    @Test func `an activity wins over a metric of its name, and a metric over a beginning`()
        async throws
    {
        let system = try await FoldingSystem(day: Int64(Self.day))
        try await system.replaceSamples([80], from: Int64(Self.day - 1))
        for name in ["bodyMass", "Steps of stairs"] {
            let activity = activity(name, .value(Quantity()))
            try await store(activity, in: system)
            try await log(5, 1, for: activity, in: system)
        }

        #expect(try await system.daily("bodymass") == [5])
        #expect(try await system.daily("metric:bodyMass") == [80])
        #expect(try await system.daily("activity:bodyMass") == [5])
        #expect(try await system.trend("steps").metric == "stepCount")
        #expect(try await system.daily("steps o") == [5])
    }

    @Test func `of activities of one name an identifier says which is meant`() async throws {
        let system = try await FoldingSystem(day: Int64(Self.day))
        for (id, name, value) in [("a", "Run", 5.0), ("b", "Run", 6), ("c", "run", 7)] {
            var activity = activity(name, .value(Quantity()))
            activity = Activity(
                id: Activity.ID(id), name: name, created: activity.created,
                configuration: activity.configuration)
            try await store(activity, in: system)
            try await log(value, 1, for: activity, in: system)
        }

        for name in ["Run", "activity:Run"] {
            do {
                _ = try await system.daily(name)
                Issue.record("\(name) was found")
            } catch {
                let refusal = Status(describing: error)
                #expect(refusal.code == .invalidArgument)
                #expect(refusal.message.contains("a, b."))
                #expect(refusal.hint?.contains("dayline trends activity:a") == true)
            }
        }
        #expect(try await system.daily("run") == [7])
        #expect(try await system.daily("activity:b") == [6])
    }

    @Test(
        arguments: [(.up, "win"), (.down, "loss"), (nil, "change")] as [(Goals.Direction?, String)])
    func `a change is a win or a loss by the direction of a goal`(
        direction: Goals.Direction?, verdict: String
    ) async throws {
        let system = try await FoldingSystem(day: Int64(Self.day))
        let activity = activity("Mass", .value(Quantity()))
        try await store(activity, in: system)
        for (value, back) in [(5.0, 3), (7, 1)] {
            try await log(value, back, for: activity, in: system)
        }
        _ = try await system.schedule.call(Goals.add, Goals.AddRequest(title: "Fit"))
        _ = try await system.schedule.call(
            Goals.link,
            Goals.LinkRequest(goal: "Fit", activity: "Mass", role: .metric, direction: direction))

        let trends = try await system.insights.call(
            Insights.trends,
            Insights.TrendsRequest(
                name: "Mass", from: CivilDate(days: Int32(Self.day - 1)), compare: "previous"))

        #expect(trends.change?.absolute == 2 && trends.change?.verdict == verdict)
    }

    @Test func `buckets of the earlier period have the fields of an activity`() async throws {
        let system = try await FoldingSystem(day: Int64(Self.day))
        let activity = activity("Mass", .value(Quantity()))
        try await store(activity, in: system)
        for back in [1, 3] { try await log(Double(back), back, for: activity, in: system) }

        let trends = try await system.insights.call(
            Insights.trends,
            Insights.TrendsRequest(
                name: "Mass", from: CivilDate(days: Int32(Self.day - 1)), compare: "previous"))

        #expect(trends.previous?.map(\.latest) == [.number(3)])
        #expect(trends.previous?.map(\.latestAt) == [CivilDate(days: Int32(Self.day - 3))])
    }

    @Test func `a comparison of answers as text has no change`() async throws {
        let system = try await FoldingSystem(day: Int64(Self.day))
        let mood = activity("Mood", .answer(.text))
        try await store(mood, in: system)
        for back in [1, 3] { try await log(nil, back, for: mood, in: system) }

        let trends = try await system.insights.call(
            Insights.trends,
            Insights.TrendsRequest(
                name: "Mood", from: CivilDate(days: Int32(Self.day - 1)), compare: "previous"))

        #expect(trends.change == nil && trends.previous == nil)
        #expect(trends.compared?.reason == .notNumbers)
    }

    @Test func `the forecast of an activity has a prediction interval`() async throws {
        let system = try await FoldingSystem(day: Int64(Self.day))
        let activity = activity("Mass", .value(Quantity()))
        try await store(activity, in: system)
        for back in 0..<7 { try await log(80 + Double(back), back, for: activity, in: system) }

        let trends = try await system.insights.call(
            Insights.trends, Insights.TrendsRequest(name: "Mass", predict: 2))

        #expect(trends.forecast?.map { $0.value.rounded() } == [79, 78])
        #expect(trends.forecast?.first?.date == CivilDate(days: Int32(Self.day + 1)))
    }
}
