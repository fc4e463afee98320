import CivilTime
import Contracts
import RPC
import Testing
import Tracker

/// White space around a name is no part of it.
@Suite struct NameTests {
    private let monday = TemporaryTracker.monday

    @Test func `what a person names has its name without white space around it`() async throws {
        let world = try await TemporaryTracker()
        defer { world.remove() }
        let client = world.client

        let added = try await world.add("  Water\u{a0}")
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

    @Test func `a name that differs by white space alone is taken`() async throws {
        let world = try await TemporaryTracker()
        defer { world.remove() }
        try await world.add("Water")

        let again = await status { try await world.add(" water") }
        let nothing = await status { try await world.add(" \u{2003} ") }

        #expect(again?.code == .alreadyExists)
        #expect(nothing?.code == .invalidArgument)
    }

    @Test func `a refusal calls what was to be added by its name`() async throws {
        let world = try await TemporaryTracker()
        defer { world.remove() }
        try await world.add("Outer") { $0.type = .container }

        let refusal = await status {
            try await world.add("Inner", in: "Outer") { $0.type = .container }
        }

        #expect(refusal?.message.hasPrefix("\"Inner\" is a container") == true)
    }

    @Test func `a document's name stays as it is, and is found without its white space`()
        async throws
    {
        let world = try await TemporaryTracker()
        defer { world.remove() }
        _ = try await world.importDocument(
            """
            {"version": "1.0", "activities": [
                {"id": "A", "name": " Run ", "createdAt": "2026-01-01T00:00:00Z"}]}
            """)

        #expect(try await world.log("run").entry.activity == " Run ")
        #expect(try await world.export().contains("\"name\":\" Run \""))
    }
}
