import CivilTime
import Contracts
import Milestones
import RPC
import Testing
import Tracker

/// Statistics as of each day of a history, computed on that day and after the last one.
@Suite struct PastStatisticsTests {
    private let start = TemporaryTracker.monday.advanced(by: -20)

    private typealias Step = @Sendable (Client, CivilDate) async throws -> Void
    private typealias Query = (Client, CivilDate) async throws -> [String]

    /// Steps by the day's offset from ``start``.
    private static let pauses: [Int: [Step]] = [
        3: [pause("Floss")], 5: [resume("Floss")], 6: [pause("Read"), pause("Pages")],
        7: [resume("Read")], 9: [pause("Floss"), pause("Read")], 12: [resume("Pages")],
        13: [resume("Floss"), resume("Read")],
    ]

    private static let goals: [Int: [Step]] = [
        2: [call(Goals.add) { .init(title: "Fit", on: $0) }],
        3: [link("Floss", .activity)], 4: [link("Pages", .metric), link("Read", .activity)],
        5: [call(Goals.pause) { .init(goal: "Fit", on: $0) }],
        6: [call(Goals.resume) { .init(goal: "Fit", on: $0) }],
        7: [pause("Floss"), pause("Read"), pause("Pages")],
        8: [call(Goals.pause) { .init(goal: "Fit", on: $0) }],
        9: [resume("Pages")],
        11: [call(Goals.resume) { .init(goal: "Fit", on: $0) }],
        12: [
            call(Goals.unlink) { .init(goal: "Fit", activity: "Floss", on: $0) },
            call(Activities.convert) { .init(name: "Pages", on: $0) },
        ],
        13: [link("Floss", .activity)],
    ]

    private static let weights: [Int: [Step]] = [
        0: [weigh(90)], 2: [setWeightGoal(80, .kg)], 3: [weigh(87)], 4: [weigh(83)],
        5: [acknowledge],
        6: [acknowledge], 8: [setWeightGoal(170, .lb)], 9: [acknowledge, weigh(81)],
        11: [acknowledge],
        12: [setWeightGoal(85, .kg)],
    ]

    private static func call<Request, Reply>(
        _ method: Method<Request, Reply>, _ request: @escaping @Sendable (CivilDate) -> Request
    ) -> Step {
        { _ = try await $0.call(method, request($1)) }
    }

    private static func pause(_ activity: String) -> Step {
        call(Activities.pause) { .init(name: activity, on: $0) }
    }

    private static func resume(_ activity: String) -> Step {
        call(Activities.resume) { .init(name: activity, on: $0) }
    }

    private static func link(_ activity: String, _ role: GoalRole.Name) -> Step {
        call(Goals.link) {
            .init(
                goal: "Fit", activity: activity, role: role,
                baseline: role == .metric ? 0 : nil, target: role == .metric ? 20 : nil, on: $0)
        }
    }

    private static func weigh(_ weight: Double) -> Step {
        call(Weights.add) { .init(weight: weight, unit: .kg, on: $0, future: true) }
    }

    private static func setWeightGoal(_ weight: Double, _ unit: WeightUnit) -> Step {
        call(Weights.setGoal) { .init(weight: weight, unit: unit, on: $0) }
    }

    private static let acknowledge = call(Weights.acknowledge) { .init(on: $0) }

    /// Applies a history, and compares the answers of `query` for each day then and at the end.
    private func check(_ history: [Int: [Step]], _ query: Query) async throws {
        let tracker = try await TemporaryTracker()
        for name in ["Floss", "Read"] { try await tracker.add(name, on: start) }
        try await tracker.add("Pages", on: start) { $0.type = .value }
        var answers: [(day: CivilDate, texts: [String])] = []
        for offset in 0..<15 {
            let day = start.advanced(by: offset)
            for step in history[offset] ?? [] { try await step(tracker.client, day) }
            // Paused activities and containers cannot be logged.
            if offset % 4 != 3 { _ = try? await tracker.log("Floss", on: day) }
            if offset % 3 != 0 { _ = try? await tracker.log("Pages", Double(offset), on: day) }
            answers.append((day, try await query(tracker.client, day)))
        }

        for (day, texts) in answers {
            let again = try await query(tracker.client, day)
            for (now, then) in zip(again, texts) { #expect(now == then, "\(day)") }
            #expect(again.count == texts.count)
        }
    }

    @Test func `a later pause or resume does not change statistics of an earlier day`() async throws
    {
        try await check(Self.pauses) { client, day in
            let activities = try await client.call(
                Activities.list, Activities.ListRequest(on: day)
            ).activities
            var texts = [
                "\(try await client.call(Statistics.insights, Statistics.AsOfRequest(on: day)))",
                "\(try await client.call(Statistics.streaks, Statistics.AsOfRequest(on: day)))",
            ]
            for activity in activities {
                let explained = try await client.call(
                    Journal.explain, Journal.ExplainRequest(activity: activity.name, on: day))
                texts.append("\(activity.name) \(explained.verdict)")
                texts += explained.steps.filter { $0.rule == "available" }.map { "\($0)" }
                texts.append("\(activity.pausedSince.map { "\($0)" } ?? "-")")
            }
            return texts
        }
    }

    @Test func `a goal has the links and pauses of the requested day`() async throws {
        try await check(Self.goals) { client, day in
            let goals = try await client.call(Goals.list, Goals.ListRequest(on: day)).goals
            #expect(goals.isEmpty == (day < start.advanced(by: 2)))
            return goals.map { "\($0)" }
                + [
                    "\(try await client.call(Statistics.insights, Statistics.AsOfRequest(on: day)).wins)"
                ]
        }
    }

    @Test func `a goal, a link and a goal weight without a day are valid on all days`() async throws
    {
        let tracker = try await TemporaryTracker()
        try await tracker.add("Floss", on: start)
        for (offset, weight) in [90.0, 83, 82].enumerated() {
            try await Self.weigh(weight)(tracker.client, start.advanced(by: offset))
        }
        _ = try await tracker.client.call(Goals.add, Goals.AddRequest(title: "Fit"))
        _ = try await tracker.client.call(
            Goals.link, Goals.LinkRequest(goal: "Fit", activity: "Floss", role: .activity))
        _ = try await tracker.client.call(
            Weights.setGoal, Weights.SetGoalRequest(weight: 80, unit: .kg, start: 90))
        let day = start.advanced(by: 3)

        let goal = try await tracker.client.call(
            Goals.show, Goals.GoalRequest(goal: "Fit", on: day)
        )
        .goal
        let before = try await tracker.client.call(Weights.milestones, .init(on: day))
        _ = try await tracker.client.call(Weights.acknowledge, Weights.MilestonesRequest())
        let after = try await tracker.client.call(Weights.milestones, .init(on: day))

        #expect(goal.activities.map(\.activity) == ["Floss"])
        #expect(before.current == 82)
        #expect(
            before.targets.filter(\.reached).map(\.achievedDate).contains(start.advanced(by: 1)))
        #expect(after.targets == before.targets)
    }

    @Test func `a goal is not shown before it was created`() async throws {
        let tracker = try await TemporaryTracker()
        let monday = TemporaryTracker.monday
        _ = try await tracker.client.call(Goals.add, Goals.AddRequest(title: "Fit", on: monday))

        let refusal = await status {
            let request = Goals.GoalRequest(goal: "Fit", on: monday.advanced(by: -1))
            _ = try await tracker.client.call(Goals.show, request)
        }

        #expect(refusal?.code == .notFound)
        #expect(refusal?.message == "The goal \"Fit\" was created on 2026-01-05.")
        #expect(refusal?.hint == "Show the goal with: dayline goal show Fit --on 2026-01-05")
    }

    @Test func `the goal weight and celebrations are those of the requested day`()
        async throws
    {
        try await check(Self.weights) { client, day in
            let request = Weights.MilestonesRequest(on: day)
            let refusal = await status { _ = try await client.call(Weights.milestones, request) }
            #expect((refusal != nil) == (day < start.advanced(by: 2)))
            var texts = [
                "\(try await client.call(Weights.trend, Weights.TrendRequest(on: day)))",
                "\(try await client.call(Weights.list, Weights.ListRequest(on: day)))",
                "\(refusal?.message ?? "")",
            ]
            if refusal == nil {
                texts.append("\(try await client.call(Weights.milestones, request))")
            }
            return texts
        }
    }
}
