import CivilTime
import Contracts
import Milestones
import RPC
import Testing
import Tracker

/// Boards are asked at the end of each day of a history, and again when all of it was told.
@Suite struct PastStatisticsTests {
    private let start = TemporaryTracker.monday.advanced(by: -20)

    private typealias Step = @Sendable (Client, CivilDate) async throws -> Void
    private typealias Query = (Client, CivilDate) async throws -> [String]

    /// By the place of the day after ``start``.
    private static let pauses: [Int: [Step]] = [
        3: [pause("Floss")], 5: [resume("Floss")], 6: [pause("Read"), pause("Pages")],
        7: [resume("Read")], 9: [pause("Floss"), pause("Read")], 12: [resume("Pages")],
        13: [resume("Floss"), resume("Read")],
    ]

    private static let goals: [Int: [Step]] = [
        2: [{ _ = try await $0.call(Goals.add, Goals.AddRequest(title: "Fit", on: $1)) }],
        3: [link("Floss", .activity)], 4: [link("Pages", .metric), link("Read", .activity)],
        5: [{ _ = try await $0.call(Goals.pause, Goals.GoalRequest(goal: "Fit", on: $1)) }],
        6: [{ _ = try await $0.call(Goals.resume, Goals.GoalRequest(goal: "Fit", on: $1)) }],
        7: [pause("Floss"), pause("Read"), pause("Pages")],
        8: [{ _ = try await $0.call(Goals.pause, Goals.GoalRequest(goal: "Fit", on: $1)) }],
        9: [resume("Pages")],
        11: [{ _ = try await $0.call(Goals.resume, Goals.GoalRequest(goal: "Fit", on: $1)) }],
        12: [
            {
                let unlinked = Goals.UnlinkRequest(goal: "Fit", activity: "Floss", on: $1)
                _ = try await $0.call(Goals.unlink, unlinked)
            },
            {
                _ = try await $0.call(
                    Activities.convert, Activities.ActivityRequest(name: "Pages", on: $1))
            },
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

    private static func pause(_ activity: String) -> Step {
        {
            _ = try await $0.call(
                Activities.pause, Activities.ActivityRequest(name: activity, on: $1))
        }
    }

    private static func resume(_ activity: String) -> Step {
        {
            _ = try await $0.call(
                Activities.resume, Activities.ActivityRequest(name: activity, on: $1))
        }
    }

    private static func link(_ activity: String, _ role: GoalRole.Name) -> Step {
        {
            let link = Goals.LinkRequest(
                goal: "Fit", activity: activity, role: role,
                baseline: role == .metric ? 0 : nil, target: role == .metric ? 20 : nil, on: $1)
            _ = try await $0.call(Goals.link, link)
        }
    }

    private static func weigh(_ weight: Double) -> Step {
        {
            _ = try await $0.call(
                Weights.add, Weights.AddRequest(weight: weight, unit: .kg, on: $1))
        }
    }

    private static func setWeightGoal(_ weight: Double, _ unit: WeightUnit) -> Step {
        {
            let goal = Weights.SetGoalRequest(weight: weight, unit: unit, on: $1)
            _ = try await $0.call(Weights.setGoal, goal)
        }
    }

    private static let acknowledge: Step = {
        _ = try await $0.call(Weights.acknowledge, Weights.MilestonesRequest(on: $1))
    }

    /// Tells a history, and compares what `ask` says of each of its days then and in the end.
    private func check(_ history: [Int: [Step]], _ ask: Query) async throws {
        let world = try await TemporaryTracker()
        defer { world.remove() }
        for name in ["Floss", "Read"] { try await world.add(name, on: start) }
        try await world.add("Pages", on: start) { $0.type = .value }
        var told: [(day: CivilDate, boards: [String])] = []
        for place in 0..<15 {
            let day = start.advanced(by: place)
            for step in history[place] ?? [] { try await step(world.client, day) }
            // What is paused, or a container, is not logged.
            if place % 4 != 3 { _ = try? await world.log("Floss", on: day) }
            if place % 3 != 0 { _ = try? await world.log("Pages", Double(place), on: day) }
            told.append((day, try await ask(world.client, day)))
        }

        for (day, boards) in told {
            let again = try await ask(world.client, day)
            for (now, then) in zip(again, boards) { #expect(now == then, "\(day)") }
            #expect(again.count == boards.count)
        }
    }

    @Test func `what is paused and resumed later changes no board of a day before`() async throws {
        try await check(Self.pauses) { client, day in
            let activities = try await client.call(
                Activities.list, Activities.ListRequest(on: day)
            ).activities
            var boards = [
                "\(try await client.call(Statistics.insights, Statistics.AsOfRequest(on: day)))",
                "\(try await client.call(Statistics.streaks, Statistics.AsOfRequest(on: day)))",
            ]
            for activity in activities {
                let explained = try await client.call(
                    Journal.explain, Journal.ExplainRequest(activity: activity.name, on: day))
                boards.append("\(activity.name) \(explained.verdict)")
                boards += explained.steps.filter { $0.rule == "available" }.map { "\($0)" }
                boards.append("\(activity.pausedSince.map { "\($0)" } ?? "-")")
            }
            return boards
        }
    }

    @Test func `a goal is told as it was linked and paused on each day`() async throws {
        try await check(Self.goals) { client, day in
            let goals = try await client.call(Goals.list, Goals.ListRequest(on: day)).goals
            #expect(goals.isEmpty == (day < start.advanced(by: 2)))
            return goals.map { "\($0)" }
                + [
                    "\(try await client.call(Statistics.insights, Statistics.AsOfRequest(on: day)).wins)"
                ]
        }
    }

    @Test func `a goal, a link and a wanted weight said of no day hold on all`() async throws {
        let world = try await TemporaryTracker()
        defer { world.remove() }
        try await world.add("Floss", on: start)
        for (place, weight) in [90.0, 83, 82].enumerated() {
            try await Self.weigh(weight)(world.client, start.advanced(by: place))
        }
        _ = try await world.client.call(Goals.add, Goals.AddRequest(title: "Fit"))
        _ = try await world.client.call(
            Goals.link, Goals.LinkRequest(goal: "Fit", activity: "Floss", role: .activity))
        _ = try await world.client.call(
            Weights.setGoal, Weights.SetGoalRequest(weight: 80, unit: .kg, start: 90))
        let day = start.advanced(by: 3)

        let goal = try await world.client.call(Goals.show, Goals.GoalRequest(goal: "Fit", on: day))
            .goal
        let before = try await world.client.call(Weights.milestones, .init(on: day))
        _ = try await world.client.call(Weights.acknowledge, Weights.MilestonesRequest())
        let after = try await world.client.call(Weights.milestones, .init(on: day))

        #expect(goal.activities.map(\.activity) == ["Floss"])
        #expect(before.current == 82)
        #expect(
            before.targets.filter(\.reached).map(\.achievedDate).contains(start.advanced(by: 1)))
        #expect(after.targets == before.targets)
    }

    @Test func `a goal is not shown before it was made`() async throws {
        let world = try await TemporaryTracker()
        defer { world.remove() }
        let monday = TemporaryTracker.monday
        _ = try await world.client.call(Goals.add, Goals.AddRequest(title: "Fit", on: monday))

        let refusal = await status {
            let question = Goals.GoalRequest(goal: "Fit", on: monday.advanced(by: -1))
            _ = try await world.client.call(Goals.show, question)
        }

        #expect(refusal?.code == .notFound)
        #expect(refusal?.message == "The goal \"Fit\" was made on 2026-01-05.")
        #expect(refusal?.hint == "See it with: dayline goal show Fit --on 2026-01-05")
    }

    @Test func `the weight that is wanted, and what was celebrated, are told as on each day`()
        async throws
    {
        try await check(Self.weights) { client, day in
            let question = Weights.MilestonesRequest(on: day)
            let refusal = await status { _ = try await client.call(Weights.milestones, question) }
            #expect((refusal != nil) == (day < start.advanced(by: 2)))
            var boards = [
                "\(try await client.call(Weights.trend, Weights.TrendRequest(on: day)))",
                "\(try await client.call(Weights.list, Weights.ListRequest(on: day)))",
                "\(refusal?.message ?? "")",
            ]
            if refusal == nil {
                boards.append("\(try await client.call(Weights.milestones, question))")
            }
            return boards
        }
    }
}
