import CivilTime
import Contracts
import Milestones
import RPC
import Testing
import Tracker

/// Restoring items whose name, activity or session is not as before.
@Suite struct RestoreTests {
    private let monday = TemporaryTracker.monday

    @Test func `a goal or category is not restored under a used name`() async throws {
        let tracker = try await TemporaryTracker()
        for _ in 1...2 {
            _ = try await tracker.client.call(Goals.add, Goals.AddRequest(title: "Fit", on: monday))
            _ = try await tracker.client.call(
                Categories.add, Categories.ChangeRequest(name: "Garden"))
            _ = try await tracker.client.call(
                Goals.delete, Goals.GoalRequest(goal: "Fit", on: monday))
            _ = try await tracker.client.call(
                Categories.delete, Categories.DeleteRequest(name: "Garden"))
        }
        let items = try await tracker.client.call(Trash.list, Trash.ListRequest()).items
        for name in ["Fit", "Garden"] {
            let ids = items.filter { $0.name == name }.map(\.id)
            try #require(ids.count == 2)

            _ = try await tracker.client.call(Trash.restore, Trash.RestoreRequest(name: ids[0]))
            let refused = await status {
                _ = try await tracker.client.call(Trash.restore, Trash.RestoreRequest(name: ids[1]))
            }

            #expect(refused?.code == .alreadyExists)
        }
    }

    @Test func `an entry is not restored before its activity`() async throws {
        let tracker = try await TemporaryTracker()
        try await tracker.add("Read")
        let entry = try await tracker.log("Read").entry
        _ = try await tracker.client.call(Entries.delete, Entries.EntryRequest(id: entry.id))
        _ = try await tracker.client.call(
            Activities.delete, Activities.ActivityRequest(name: "Read"))
        func restore(_ name: String) async throws {
            _ = try await tracker.client.call(Trash.restore, Trash.RestoreRequest(name: name))
        }

        let refused = await status { try await restore(entry.id.rawValue) }
        try await restore("Read")
        try await restore(entry.id.rawValue)

        #expect(refused?.code == .failedPrecondition)
        #expect(refused?.hint?.contains("dayline trash restore") == true)
        let entries = try await tracker.client.call(
            Entries.list, Entries.ListRequest(activity: "Read"))
        #expect(entries.entries.map(\.id) == [entry.id])
    }

    @Test func `removing a vacation also removes its skips of activities in the trash`()
        async throws
    {
        let tracker = try await TemporaryTracker()
        for name in ["Read", "Floss"] { try await tracker.add(name) }
        let day = Vacations.Vacation(from: monday, to: monday)
        _ = try await tracker.client.call(Vacations.add, day)
        _ = try await tracker.client.call(
            Activities.delete, Activities.ActivityRequest(name: "Read"))

        let removed = try await tracker.client.call(Vacations.remove, day)
        _ = try await tracker.client.call(Trash.restore, Trash.RestoreRequest(name: "Read"))

        #expect(removed.skips == 2)
        #expect(try await tracker.today().skipped.isEmpty)
    }

    @Test func `an export counts only the entries in it`() async throws {
        let tracker = try await TemporaryTracker()
        for name in ["Read", "Floss"] {
            try await tracker.add(name)
            try await tracker.log(name)
        }
        _ = try await tracker.client.call(
            Activities.delete, Activities.ActivityRequest(name: "Read"))

        let exported = try await tracker.client.stream(
            Documents.export, Documents.ExportRequest(format: .json)
        ) { _ in }

        #expect(exported.entries == 1)
    }

    @Test func `the note and body fat of a weight entry can be removed`() async throws {
        let tracker = try await TemporaryTracker()
        let added = try await tracker.client.call(
            Weights.add,
            Weights.AddRequest(weight: 80, unit: .kg, note: "late", bodyFat: 20, on: monday))

        let edited = try await tracker.client.call(
            Weights.edit,
            Weights.EditRequest(id: added.entry.id, note: "", withoutBodyFat: true))

        #expect(edited.note == nil)
        #expect(edited.bodyFat == nil)
        #expect(edited.weight == 80)
    }
}
