import CivilTime
import Contracts
import RPC
import Testing
import Tracker

@Suite struct GoalTests {
    private let monday = TemporaryTracker.monday

    private func link(
        _ tracker: TemporaryTracker, _ activity: String, _ role: GoalRole.Name = .activity,
        baseline: Double? = nil, target: Double? = nil, direction: Goals.Direction? = nil
    ) async throws -> Goals.Goal {
        try await tracker.client.call(
            Goals.link,
            Goals.LinkRequest(
                goal: "Fit", activity: activity, role: role, baseline: baseline, target: target,
                direction: direction, on: monday)
        ).goal
    }

    private func withGoal(
        _ body: (TemporaryTracker) async throws -> Void
    ) async throws {
        let tracker = try await TemporaryTracker()
        _ = try await tracker.client.call(Goals.add, Goals.AddRequest(title: "Fit", on: monday))
        try await body(tracker)
    }

    @Test func `a goal shows the consistency of its activities and the progress of its metrics`()
        async throws
    {
        try await withGoal { tracker in
            try await tracker.add("Run")
            try await tracker.add("Waist") {
                $0.type = .value
                $0.unit = "cm"
            }
            _ = try await link(tracker, "Run")
            _ = try await link(tracker, "Waist", .metric, baseline: 100, target: 90)
            try await tracker.log("Run", on: monday)
            try await tracker.log("Waist", 97.5, on: monday)

            let goal = try await tracker.client.call(
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

    @Test func `a sixth metric of a goal is refused and changes nothing`() async throws {
        try await withGoal { tracker in
            for index in 1...6 {
                try await tracker.add("Metric \(index)") { $0.type = .value }
            }
            for index in 1...5 { _ = try await link(tracker, "Metric \(index)", .metric) }

            let refusal = await status { _ = try await link(tracker, "Metric 6", .metric) }

            #expect(refusal?.code == .failedPrecondition)
            let goal = try await tracker.client.call(Goals.show, Goals.GoalRequest(goal: "Fit"))
                .goal
            #expect(goal.metrics.count == 5)
        }
    }

    @Test func `linking a child beside its container, or an activity twice, is refused`()
        async throws
    {
        try await withGoal { tracker in
            try await tracker.add("Stretch")
            _ = try await tracker.client.call(
                Activities.group,
                Activities.GroupRequest(name: "Morning", members: ["Stretch"], on: monday))
            _ = try await link(tracker, "Morning")

            let child = await status { _ = try await link(tracker, "Stretch") }
            let again = await status { _ = try await link(tracker, "Morning") }
            let metric = await status { _ = try await link(tracker, "Morning", .metric) }

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
    func `invalid numbers of a goal link are refused`(link: Goals.LinkRequest) async throws {
        try await withGoal { tracker in
            try await tracker.add("Run")

            let refusal = await status { _ = try await tracker.client.call(Goals.link, link) }

            #expect(refusal?.code == .invalidArgument)
        }
    }

    @Test func `a goal is paused by hand or while all its activities are paused`() async throws {
        try await withGoal { tracker in
            try await tracker.add("Run")
            _ = try await link(tracker, "Run")
            _ = try await tracker.client.call(
                Activities.pause, Activities.ActivityRequest(name: "Run", on: monday))

            let stopped = try await tracker.client.call(Goals.show, Goals.GoalRequest(goal: "Fit"))
                .goal
            _ = try await tracker.client.call(Goals.pause, Goals.GoalRequest(goal: "Fit"))
            _ = try await tracker.client.call(
                Activities.resume, Activities.ActivityRequest(name: "Run", on: monday))
            let byHand = try await tracker.client.call(Goals.show, Goals.GoalRequest(goal: "Fit"))
                .goal

            #expect(stopped.paused && !stopped.pausedByHand)
            #expect(byHand.paused && byHand.pausedByHand)
        }
    }

    @Test func `dissolving a container links its children instead`() async throws {
        try await withGoal { tracker in
            try await tracker.add("Stretch")
            try await tracker.add("Pray")
            _ = try await tracker.client.call(
                Activities.group,
                Activities.GroupRequest(name: "Morning", members: ["Stretch", "Pray"], on: monday))
            _ = try await link(tracker, "Morning")

            _ = try await tracker.client.call(
                Activities.dissolve,
                Activities.ActivityRequest(name: "Morning", on: monday.advanced(by: 1)))

            let goal = try await tracker.client.call(Goals.show, Goals.GoalRequest(goal: "Fit"))
                .goal
            #expect(Set(goal.activities.map(\.activity)).isSuperset(of: ["Stretch", "Pray"]))
        }
    }

    @Test func `every change of a goal is undone exactly`() async throws {
        try await withGoal { tracker in
            try await tracker.add("Run")
            let client = tracker.client
            func goals() async throws -> Goals.ListResponse {
                try await client.call(Goals.list, Goals.ListRequest(on: monday))
            }
            let steps: [() async throws -> Void] = [
                { _ = try await link(tracker, "Run") },
                {
                    _ = try await client.call(
                        Goals.edit, Goals.EditRequest(goal: "Fit", title: "Fitter", icon: "star"))
                    _ = try await client.call(Journal.undo, Journal.StepRequest())
                    _ = try await client.call(Goals.pause, Goals.GoalRequest(goal: "Fit"))
                },
                {
                    _ = try await client.call(
                        Goals.unlink, Goals.UnlinkRequest(goal: "Fit", activity: "Run"))
                },
                { _ = try await client.call(Goals.delete, Goals.GoalRequest(goal: "Fit")) },
            ]
            var states = [try await goals()]
            for step in steps {
                try await step()
                states.append(try await goals())
            }
            #expect(states.last?.goals.isEmpty == true)

            for state in states.dropLast().reversed() {
                _ = try await client.call(Journal.undo, Journal.StepRequest())
                #expect(try await goals() == state)
            }
        }
    }

    @Test func `a past deadline, a used title and an unknown goal are refused`()
        async throws
    {
        try await withGoal { tracker in
            let client = tracker.client
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

    @Test func `a colour that is not of the form RRGGBB is rejected`() async throws {
        let tracker = try await TemporaryTracker()
        _ = try await tracker.client.call(Goals.add, Goals.AddRequest(title: "Fit"))

        let added = await status {
            _ = try await tracker.client.call(
                Goals.add, Goals.AddRequest(title: "Read", color: "red"))
        }
        let edited = await status {
            _ = try await tracker.client.call(
                Goals.edit, Goals.EditRequest(goal: "Fit", color: "red"))
        }

        #expect(added?.code == .invalidArgument)
        #expect(edited?.code == .invalidArgument)
    }
}
