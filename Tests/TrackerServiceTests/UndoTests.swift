import CivilTime
import Contracts
import RPC
import Testing
import Tracker

@Suite struct UndoTests {
    @Test func `undo of each operation restores the answers, and redo applies it again`()
        async throws
    {
        let tracker = try await TemporaryTracker()
        let client = tracker.client
        try await tracker.add("Morning") { $0.type = .container }
        try await tracker.add("Water") { $0.target = 8 }
        try await tracker.add("Floss", in: "Morning")
        try await tracker.log("Water", 3)
        struct Answers: Equatable {
            var today: Journal.TodayResponse
            var activities: [Activities.Item]
            var entries: [LoggedEntry]
        }
        func answers() async throws -> Answers {
            var listing = try await client.call(Activities.list, Activities.ListRequest())
            for index in listing.activities.indices { listing.activities[index].revision = 0 }
            return Answers(
                today: try await tracker.today(), activities: listing.activities,
                entries: try await client.call(Entries.list, Entries.ListRequest(activity: "Water"))
                    .entries)
        }
        let entry = try #require(try await answers().entries.first)
        var fields = Activities.Fields()
        fields.target = 2
        let operations: [@Sendable (TemporaryTracker) async throws -> Void] = [
            { try await $0.log("Water", 5) },
            { try await $0.log("Floss") },
            call(Journal.skip, .init(activity: "Floss")),
            call(Entries.edit, .init(id: entry.id, value: .number(9))),
            call(Entries.delete, .init(id: entry.id)),
            call(Activities.edit, .init(name: "Water", newName: "W", fields: fields)),
            call(Activities.pause, .init(name: "Morning")),
            call(Activities.dissolve, .init(name: "Morning")),
            call(Activities.delete, .init(name: "Morning")),
            call(Activities.move, .init(name: "Water", container: "Morning")),
            call(Activities.reorder, .init(names: ["Water", "Morning"])),
            { try await $0.add("Another") },
        ]

        for (number, operation) in operations.enumerated() {
            let before = try await answers()
            try await operation(tracker)
            let after = try await tracker.today()
            _ = try await client.call(Journal.undo, Journal.StepRequest())
            #expect(try await answers() == before, "operation \(number)")
            _ = try await client.call(Journal.redo, Journal.StepRequest())
            #expect(try await tracker.today() == after, "operation \(number)")
            _ = try await client.call(Journal.undo, Journal.StepRequest())
        }
    }

    @Test func `undo of a step that is not the newest is refused with the newest one`()
        async throws
    {
        let tracker = try await TemporaryTracker()
        try await tracker.add("Walk")
        try await tracker.log("Walk")
        let step = try await tracker.storage.call(
            TrackerRecords.nextStep, TrackerRecords.UndoRequest(direction: .undo)
        ).step
        try await tracker.add("Floss")

        let refusal = await #expect(throws: Status.self) {
            try await tracker.client.call(Journal.undo, Journal.StepRequest(step: step))
        }
        let walked = try await tracker.today().completed.map(\.name)
        _ = try await tracker.client.call(Journal.undo, Journal.StepRequest())
        _ = try await tracker.client.call(Journal.undo, Journal.StepRequest(step: step))

        #expect(refusal?.code == .aborted)
        #expect(refusal?.message.contains("Floss") == true)
        #expect(walked == ["Walk"])
        #expect(try await tracker.today().completed.isEmpty)
    }

    @Test func `a commit is stored after a restart and can still be undone`() async throws {
        let tracker = try await TemporaryTracker()
        try await tracker.add("Floss")
        try await tracker.log("Floss")

        let later = try await TemporaryTracker(sharing: tracker)
        let done = try await later.today()
        _ = try await later.client.call(Journal.undo, Journal.StepRequest())

        #expect(done.completed.map(\.name) == ["Floss"])
        #expect(try await later.today().completed.isEmpty)
    }
}
