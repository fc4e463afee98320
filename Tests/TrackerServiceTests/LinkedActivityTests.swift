import Contracts
import RPC
import Testing
import Tracker

/// Goal links in containers, in the trash and in documents.
@Suite struct LinkedActivityTests {
    private let monday = TemporaryTracker.monday

    private func tracker() async throws -> TemporaryTracker {
        let tracker = try await TemporaryTracker()
        _ = try await tracker.client.call(Goals.add, Goals.AddRequest(title: "Fit", on: monday))
        return tracker
    }

    private func link(
        _ tracker: TemporaryTracker, _ name: String, _ role: GoalRole.Name
    ) async throws {
        _ = try await tracker.client.call(
            Goals.link, Goals.LinkRequest(goal: "Fit", activity: name, role: role, on: monday))
    }

    @Test func `an activity is not restored as the sixth metric of a goal`() async throws {
        let tracker = try await tracker()
        for number in 1...6 {
            try await tracker.add("Metric \(number)") { $0.type = .value }
            if number == 6 {
                _ = try await tracker.client.call(
                    Activities.delete, Activities.ActivityRequest(name: "Metric 1", on: monday))
            }
            try await link(tracker, "Metric \(number)", .metric)
        }

        let refusal = await status {
            _ = try await tracker.client.call(Trash.restore, Trash.RestoreRequest(name: "Metric 1"))
        }

        #expect(refusal?.code == .failedPrecondition)
        #expect(refusal?.message.contains("at most 5 metrics") == true)
    }

    @Test func `a goal link is kept when its activity moves into a container`() async throws {
        let tracker = try await tracker()
        for name in ["Run", "Stretch"] { try await tracker.add(name) }
        try await link(tracker, "Run", .activity)

        _ = try await tracker.client.call(
            Activities.group,
            Activities.GroupRequest(name: "Morning", members: ["Run", "Stretch"], on: monday))

        let goal = try await tracker.client.call(
            Goals.show, Goals.GoalRequest(goal: "Fit", on: monday))
        #expect(goal.goal.activities.map(\.activity) == ["Run"])
    }

    @Test func `a document's link of an activity within a container round-trips`()
        async throws
    {
        let tracker = try await TemporaryTracker()
        let report = try await tracker.importDocument(
            """
            {"version":"1.0","activities":[{"id":"c","name":"Box","typeRaw":"container"},\
            {"id":"k","name":"Kid","typeRaw":"value","parentID":"c"}],\
            "goals":[{"id":"g","title":"Fit"}],"goalActivities":[{"id":"l","goalID":"g",\
            "activityID":"k","roleRaw":"metric","weight":2,"metricBaseline":5,"metricTarget":9}]}
            """)

        let exported = try await tracker.export()

        #expect(report.quarantined == 0)
        for part in ["\"metricBaseline\":5", "\"metricTarget\":9", "\"weight\":2"] {
            #expect(exported.contains(part), "\(part)")
        }
    }
}
