import CivilTime
import Contracts
import RPC
import Testing
import Tracker

/// White space around names.
@Suite struct NameTests {
    private let monday = TemporaryTracker.monday

    @Test func `names are stored without white space around them`() async throws {
        let tracker = try await TemporaryTracker()
        let client = tracker.client

        let added = try await tracker.add("  Water\u{a0}")
        let renamed = try await client.call(
            Activities.edit,
            Activities.EditRequest(
                name: "Water", newName: " Cold water ", fields: Activities.Fields(), on: monday))
        let group = try await client.call(
            Activities.group,
            Activities.GroupRequest(name: " Morning ", members: ["cold water"], on: monday))
        let goal = try await client.call(Goals.add, Goals.AddRequest(title: " Fit ", on: monday))
            .goal
        let category = try await client.call(
            Categories.add, Categories.ChangeRequest(name: " Garden "))

        #expect(added.name == "Water")
        #expect(renamed.name == "Cold water")
        #expect(group.name == "Morning")
        #expect(goal.title == "Fit")
        #expect(category.name == "Garden")
    }

    @Test func `a name that differs only by white space is refused`() async throws {
        let tracker = try await TemporaryTracker()
        try await tracker.add("Water")

        let again = await status { try await tracker.add(" water") }
        let nothing = await status { try await tracker.add(" \u{2003} ") }

        #expect(again?.code == .alreadyExists)
        #expect(nothing?.code == .invalidArgument)
    }

    @Test func `a refusal names the activity that was to be added`() async throws {
        let tracker = try await TemporaryTracker()
        try await tracker.add("Outer") { $0.type = .container }

        let refusal = await status {
            try await tracker.add("Inner", in: "Outer") { $0.type = .container }
        }

        #expect(refusal?.message.hasPrefix("\"Inner\" is a container") == true)
    }

    @Test func `a document's name is kept and found without its white space`()
        async throws
    {
        let tracker = try await TemporaryTracker()
        _ = try await tracker.importDocument(
            """
            {"version": "1.0", "activities": [
                {"id": "A", "name": " Run ", "createdAt": "2026-01-01T00:00:00Z"}]}
            """)

        #expect(try await tracker.log("run").entry.activity == " Run ")
        #expect(try await tracker.export().contains("\"name\":\" Run \""))
    }
}
