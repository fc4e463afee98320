import Contracts
import RPC
import Testing
import Tracker

/// What is linked to a goal, where it goes, and what a document says of it.
@Suite struct LinkedActivityTests {
    private let monday = TemporaryTracker.monday

    private func world() async throws -> TemporaryTracker {
        let world = try await TemporaryTracker()
        _ = try await world.client.call(Goals.add, Goals.AddRequest(title: "Fit", on: monday))
        return world
    }

    private func link(
        _ world: TemporaryTracker, _ name: String, _ role: GoalRole.Name
    ) async throws {
        _ = try await world.client.call(
            Goals.link, Goals.LinkRequest(goal: "Fit", activity: name, role: role, on: monday))
    }

    @Test func `a sixth metric does not come out of the trash`() async throws {
        let world = try await world()
        defer { world.remove() }
        for number in 1...6 {
            try await world.add("Metric \(number)") { $0.type = .value }
            if number == 6 {
                _ = try await world.client.call(
                    Activities.delete, Activities.ActivityRequest(name: "Metric 1", on: monday))
            }
            try await link(world, "Metric \(number)", .metric)
        }

        let refusal = await status {
            _ = try await world.client.call(Trash.restore, Trash.RestoreRequest(name: "Metric 1"))
        }

        #expect(refusal?.code == .failedPrecondition)
        #expect(refusal?.message.contains("at most 5 metrics") == true)
    }

    @Test func `a link stays where its activity is put into a container`() async throws {
        let world = try await world()
        defer { world.remove() }
        for name in ["Run", "Stretch"] { try await world.add(name) }
        try await link(world, "Run", .activity)

        _ = try await world.client.call(
            Activities.group,
            Activities.GroupRequest(name: "Morning", members: ["Run", "Stretch"], on: monday))

        let goal = try await world.client.call(
            Goals.show, Goals.GoalRequest(goal: "Fit", on: monday))
        #expect(goal.goal.activities.map(\.activity) == ["Run"])
    }

    @Test func `a document's link of an activity within a container comes in and goes out`()
        async throws
    {
        let world = try await TemporaryTracker()
        defer { world.remove() }
        let report = try await world.importDocument(
            """
            {"version":"1.0","activities":[{"id":"c","name":"Box","typeRaw":"container"},\
            {"id":"k","name":"Kid","typeRaw":"value","parentID":"c"}],\
            "goals":[{"id":"g","title":"Fit"}],"goalActivities":[{"id":"l","goalID":"g",\
            "activityID":"k","roleRaw":"metric","weight":2,"metricBaseline":5,"metricTarget":9}]}
            """)

        let exported = try await world.export()

        #expect(report.quarantined == 0)
        for part in ["\"metricBaseline\":5", "\"metricTarget\":9", "\"weight\":2"] {
            #expect(exported.contains(part), "\(part)")
        }
    }
}
