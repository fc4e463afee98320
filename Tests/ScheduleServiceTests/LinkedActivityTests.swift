import CivilTime
import Contracts
import RPC
import Testing
import Tracking

/// What is linked to a goal does not become what is linked to none.
@Suite struct LinkedActivityTests {
    private let monday = TemporarySchedule.monday

    /// A goal "Fit" that "Run" is linked to, and a container "Morning" of "Stretch".
    private func withLink(_ body: (TemporarySchedule) async throws -> Void) async throws {
        let world = try await TemporarySchedule()
        defer { world.remove() }
        _ = try await world.client.call(Goals.add, Goals.Add(title: "Fit", on: monday))
        for name in ["Run", "Stretch"] { try await world.add(name) }
        _ = try await world.client.call(
            Activities.group,
            Activities.Group(name: "Morning", members: ["Stretch"], on: monday))
        try await link(world, "Run")
        try await body(world)
    }

    private func link(
        _ world: TemporarySchedule, _ name: String, _ role: GoalRole.Name = .activity
    ) async throws {
        _ = try await world.client.call(
            Goals.link, Goals.Link(goal: "Fit", activity: name, role: role, on: monday))
    }

    private func move(
        _ world: TemporarySchedule, _ name: String, into container: String?
    ) async throws {
        _ = try await world.client.call(
            Activities.move, Activities.Move(name: name, container: container, on: monday))
    }

    @Test func `it goes into no container, and nothing changes`() async throws {
        try await withLink { world in
            let client = world.client
            let before = try await client.call(Activities.list, Activities.AskList())

            let refusals = [
                await status { try await move(world, "Run", into: "Morning") },
                await status {
                    _ = try await client.call(
                        Activities.group,
                        Activities.Group(name: "Evening", members: ["Run"], on: monday))
                },
                await status {
                    try await link(world, "Morning")
                    try await move(world, "Run", into: "Morning")
                },
            ]

            #expect(refusals.map { $0?.code } == Array(repeating: .failedPrecondition, count: 3))
            #expect(
                refusals.map { $0?.hint }
                    == Array(
                        repeating: "Unlink it first with: dayline goal unlink Fit Run", count: 3))
            #expect(refusals[0]?.message.contains("linked to the goal \"Fit\"") == true)
            #expect(try await client.call(Activities.list, Activities.AskList()) == before)
        }
    }

    @Test func `it becomes no reminder`() async throws {
        try await withLink { world in
            var fields = Activities.Fields()
            fields.schedule = .sticky

            let refusal = await status {
                _ = try await world.client.call(
                    Activities.edit, Activities.Edit(name: "Run", fields: fields, on: monday))
            }

            #expect(refusal?.code == .failedPrecondition)
        }
    }

    @Test func `one linked while it is paused does not go back into its container`() async throws {
        try await withLink { world in
            let name = Activities.Name(name: "Stretch", on: monday)
            _ = try await world.client.call(Activities.pause, name)
            try await link(world, "Stretch")

            let refusal = await status {
                _ = try await world.client.call(Activities.resume, name)
            }
            _ = try await world.client.call(
                Goals.unlink, Goals.Unlink(goal: "Fit", activity: "Stretch"))
            let resumed = try await world.client.call(Activities.resume, name)

            #expect(refusal?.code == .failedPrecondition)
            #expect(resumed.container == "Morning")
        }
    }

    @Test func `a goal comes out of the trash when what is linked to it lies at the top`()
        async throws
    {
        try await withLink { world in
            let client = world.client
            _ = try await client.call(Goals.delete, Goals.Ask(goal: "Fit"))
            try await move(world, "Run", into: "Morning")

            let refusal = await status {
                _ = try await client.call(Trash.restore, Trash.Name(name: "Fit"))
            }
            try await move(world, "Run", into: nil)
            _ = try await client.call(Trash.restore, Trash.Name(name: "Fit"))

            #expect(refusal?.hint == "Take it out with: dayline activity move Run --out")
            let goal = try await client.call(Goals.show, Goals.Ask(goal: "Fit")).goal
            #expect(goal.activities.map(\.activity) == ["Run"])
        }
    }

    @Test func `a sixth metric does not come out of the trash`() async throws {
        try await withLink { world in
            for number in 1...6 {
                try await world.add("Metric \(number)") { $0.type = .value }
                if number == 6 {
                    _ = try await world.client.call(
                        Activities.delete, Activities.Name(name: "Metric 1", on: monday))
                }
                try await link(world, "Metric \(number)", .metric)
            }

            let refusal = await status {
                _ = try await world.client.call(Trash.restore, Trash.Name(name: "Metric 1"))
            }

            #expect(refusal?.code == .failedPrecondition)
            #expect(refusal?.message.contains("at most 5 metrics") == true)
        }
    }

    /// A document of a container "c", its child "k", an activity "a" and metrics, of the goal "g".
    private func document(childIsInside: Bool, links: [String], metrics: Range<Int>) -> String {
        let metrics = metrics.map { (id: "m\($0)", role: "metric") }
        let activities =
            [
                #"{"id": "c", "name": "C", "typeRaw": "container"}"#,
                #"{"id": "k", "name": "K", "parentID": \#(childIsInside ? #""c""# : "null")}"#,
            ] + metrics.map { #"{"id": "\#($0.id)", "name": "\#($0.id)", "typeRaw": "value"}"# }
        let links = (links.map { (id: $0, role: "activity") } + metrics).map {
            #"{"id": "l \#($0.id)", "goalID": "g", "activityID": "\#($0.id)", "#
                + #""roleRaw": "\#($0.role)"}"#
        }
        return """
            {"version": "1.0", "activities": [\(activities.joined(separator: ","))],
            "goals": [{"id": "g", "title": "Fit", "createdAt": "2026-01-01T00:00:00Z"}],
            "goalActivities": [\(links.joined(separator: ","))]}
            """
    }

    @Test func `links of a document that may not be beside those that are there are told`()
        async throws
    {
        let world = try await TemporarySchedule()
        defer { world.remove() }
        _ = try await world.take(
            document(childIsInside: false, links: ["k"], metrics: 0..<3))

        let report = try await world.take(
            document(childIsInside: true, links: ["c"], metrics: 3..<7))

        let goal = try await world.client.call(Goals.show, Goals.Ask(goal: "Fit")).goal
        #expect(goal.activities.map(\.activity) == ["C"])
        #expect(Set(goal.metrics.map(\.activity)) == ["m0", "m1", "m2", "m3", "m4"])
        let books = try #require(report.byType["goalActivities"])
        #expect((books.read, books.stored, books.quarantined) == (5, 3, 2))
        #expect(report.problems.map(\.count) == [2, 1])
    }

    @Test func `an export of what is linked imports again without a problem`() async throws {
        try await withLink { world in
            try await link(world, "Morning")
            let other = try await TemporarySchedule()
            defer { other.remove() }

            let text = try await world.export()
            let report = try await other.take(text)

            #expect(report.problems.isEmpty)
            #expect(try await other.export() == text)
        }
    }
}
