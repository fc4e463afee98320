import CivilTime
import Contracts
import RPC
import Testing
import Tracker

@Suite struct GoalTests {
    private let monday = TemporaryTracker.monday

    private func link(
        _ world: TemporaryTracker, _ activity: String, _ role: GoalRole.Name = .activity,
        baseline: Double? = nil, target: Double? = nil, direction: Goals.Direction? = nil
    ) async throws -> Goals.Goal {
        try await world.client.call(
            Goals.link,
            Goals.LinkRequest(
                goal: "Fit", activity: activity, role: role, baseline: baseline, target: target,
                direction: direction, on: monday)
        ).goal
    }

    private func withGoal(
        _ body: (TemporaryTracker) async throws -> Void
    ) async throws {
        let world = try await TemporaryTracker()
        defer { world.remove() }
        _ = try await world.client.call(Goals.add, Goals.AddRequest(title: "Fit", on: monday))
        try await body(world)
    }

    @Test func `a goal shows how consistent its activities are and how far its metrics came`()
        async throws
    {
        try await withGoal { world in
            try await world.add("Run")
            try await world.add("Waist") {
                $0.type = .value
                $0.unit = "cm"
            }
            _ = try await link(world, "Run")
            _ = try await link(world, "Waist", .metric, baseline: 100, target: 90)
            try await world.log("Run", on: monday)
            try await world.log("Waist", 97.5, on: monday)

            let goal = try await world.client.call(
                Goals.show, Goals.GoalRequest(goal: "fi", on: monday)
            ).goal

            #expect(goal.consistency == 1)
            #expect(goal.activities.map(\.rate) == [1])
            let days = try #require(goal.activities.first?.days)
            #expect(days.map(\.mark) == Array(repeating: "none", count: 14) + ["completed"])
            #expect(days.last?.date == monday)
            #expect(goal.metrics.map(\.progress) == [0.25])
            #expect(goal.metrics.map(\.direction) == [.down])
            #expect(!goal.paused)
        }
    }

    @Test func `a sixth metric is refused and nothing changes`() async throws {
        try await withGoal { world in
            for index in 1...6 {
                try await world.add("Metric \(index)") { $0.type = .value }
            }
            for index in 1...5 { _ = try await link(world, "Metric \(index)", .metric) }

            let refusal = await status { _ = try await link(world, "Metric 6", .metric) }

            #expect(refusal?.code == .failedPrecondition)
            let goal = try await world.client.call(Goals.show, Goals.GoalRequest(goal: "Fit")).goal
            #expect(goal.metrics.count == 5)
        }
    }

    @Test func `a child is not linked beside its container, nor anything twice`() async throws {
        try await withGoal { world in
            try await world.add("Stretch")
            _ = try await world.client.call(
                Activities.group,
                Activities.GroupRequest(name: "Morning", members: ["Stretch"], on: monday))
            _ = try await link(world, "Morning")

            let child = await status { _ = try await link(world, "Stretch") }
            let again = await status { _ = try await link(world, "Morning") }
            let metric = await status { _ = try await link(world, "Morning", .metric) }

            #expect(child?.code == .failedPrecondition)
            #expect(again?.code == .alreadyExists)
            #expect(metric != nil)
        }
    }

    @Test(arguments: [
        Goals.LinkRequest(goal: "Fit", activity: "Run", role: .activity, target: 3),
        Goals.LinkRequest(goal: "Fit", activity: "Run", role: .activity, weight: 0),
        Goals.LinkRequest(
            goal: "Fit", activity: "Run", role: .metric, baseline: 1, target: 2, direction: .down),
    ])
    func `numbers that make no sense are refused`(link: Goals.LinkRequest) async throws {
        try await withGoal { world in
            try await world.add("Run")

            let refusal = await status { _ = try await world.client.call(Goals.link, link) }

            #expect(refusal?.code == .invalidArgument)
        }
    }

    @Test func `a goal is paused by hand or when all its activities are`() async throws {
        try await withGoal { world in
            try await world.add("Run")
            _ = try await link(world, "Run")
            _ = try await world.client.call(
                Activities.pause, Activities.ActivityRequest(name: "Run", on: monday))

            let stopped = try await world.client.call(Goals.show, Goals.GoalRequest(goal: "Fit"))
                .goal
            _ = try await world.client.call(Goals.pause, Goals.GoalRequest(goal: "Fit"))
            _ = try await world.client.call(
                Activities.resume, Activities.ActivityRequest(name: "Run", on: monday))
            let byHand = try await world.client.call(Goals.show, Goals.GoalRequest(goal: "Fit"))
                .goal

            #expect(stopped.paused && !stopped.pausedByHand)
            #expect(byHand.paused && byHand.pausedByHand)
        }
    }

    @Test func `dissolving a container hands its link on to the children`() async throws {
        try await withGoal { world in
            try await world.add("Stretch")
            try await world.add("Pray")
            _ = try await world.client.call(
                Activities.group,
                Activities.GroupRequest(name: "Morning", members: ["Stretch", "Pray"], on: monday))
            _ = try await link(world, "Morning")

            _ = try await world.client.call(
                Activities.dissolve,
                Activities.ActivityRequest(name: "Morning", on: monday.advanced(by: 1)))

            let goal = try await world.client.call(Goals.show, Goals.GoalRequest(goal: "Fit")).goal
            #expect(Set(goal.activities.map(\.activity)).isSuperset(of: ["Stretch", "Pray"]))
        }
    }

    @Test func `every change of a goal is undone exactly`() async throws {
        try await withGoal { world in
            try await world.add("Run")
            let client = world.client
            func seen() async throws -> Goals.ListResponse {
                try await client.call(Goals.list, Goals.ListRequest(on: monday))
            }
            let steps: [() async throws -> Void] = [
                { _ = try await link(world, "Run") },
                {
                    _ = try await client.call(
                        Goals.edit, Goals.EditRequest(goal: "Fit", title: "Fitter", icon: "star"))
                    _ = try await client.call(Journal.undo, Empty())
                    _ = try await client.call(Goals.pause, Goals.GoalRequest(goal: "Fit"))
                },
                {
                    _ = try await client.call(
                        Goals.unlink, Goals.UnlinkRequest(goal: "Fit", activity: "Run"))
                },
                { _ = try await client.call(Goals.delete, Goals.GoalRequest(goal: "Fit")) },
            ]
            var states = [try await seen()]
            for step in steps {
                try await step()
                states.append(try await seen())
            }
            #expect(states.last?.goals.isEmpty == true)

            for state in states.dropLast().reversed() {
                _ = try await client.call(Journal.undo, Empty())
                #expect(try await seen() == state)
            }
        }
    }

    @Test func `a deadline that is over, a taken title and an unknown goal are refused`()
        async throws
    {
        try await withGoal { world in
            let client = world.client
            let past = await status {
                _ = try await client.call(
                    Goals.add,
                    Goals.AddRequest(title: "Late", deadline: monday.advanced(by: -1), on: monday))
            }
            let taken = await status {
                _ = try await client.call(Goals.add, Goals.AddRequest(title: "fit", on: monday))
            }
            let unknown = await status {
                _ = try await client.call(Goals.show, Goals.GoalRequest(goal: "Fot"))
            }

            #expect(past?.code == .invalidArgument)
            #expect(taken?.code == .alreadyExists)
            #expect(unknown?.code == .notFound)
            #expect(unknown?.hint == "Did you mean \"Fit\"?")
        }
    }
}
