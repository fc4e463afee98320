import CivilTime
import Contracts
import Milestones
import RPC
import Testing
import Tracker

/// What was deleted meanwhile, and what comes back to a place that is not as it was.
@Suite struct RestoreTests {
    private let monday = TemporaryTracker.monday

    @Test func `a goal or a category does not come back under a name that is taken`() async throws {
        let world = try await TemporaryTracker()
        defer { world.remove() }
        for _ in 1...2 {
            _ = try await world.client.call(Goals.add, Goals.AddRequest(title: "Fit", on: monday))
            _ = try await world.client.call(
                Categories.add, Categories.ChangeRequest(name: "Garden"))
            _ = try await world.client.call(
                Goals.delete, Goals.GoalRequest(goal: "Fit", on: monday))
            _ = try await world.client.call(
                Categories.delete, Categories.DeleteRequest(name: "Garden"))
        }
        let items = try await world.client.call(Trash.list, Trash.ListRequest()).items
        for name in ["Fit", "Garden"] {
            let ids = items.filter { $0.name == name }.map(\.id)
            try #require(ids.count == 2)

            _ = try await world.client.call(Trash.restore, Trash.RestoreRequest(name: ids[0]))
            let refused = await status {
                _ = try await world.client.call(Trash.restore, Trash.RestoreRequest(name: ids[1]))
            }

            #expect(refused?.code == .alreadyExists)
        }
    }

    @Test func `an entry does not come back before its activity`() async throws {
        let world = try await TemporaryTracker()
        defer { world.remove() }
        try await world.add("Read")
        let entry = try await world.log("Read").entry
        _ = try await world.client.call(Entries.delete, Entries.EntryRequest(id: entry.id))
        _ = try await world.client.call(Activities.delete, Activities.ActivityRequest(name: "Read"))
        func restore(_ name: String) async throws {
            _ = try await world.client.call(Trash.restore, Trash.RestoreRequest(name: name))
        }

        let refused = await status { try await restore(entry.id.rawValue) }
        try await restore("Read")
        try await restore(entry.id.rawValue)

        #expect(refused?.code == .failedPrecondition)
        #expect(refused?.hint?.contains("dayline trash restore") == true)
        let entries = try await world.client.call(
            Entries.list, Entries.ListRequest(activity: "Read"))
        #expect(entries.entries.map(\.id) == [entry.id])
    }

    @Test func `a vacation takes back its skips of what is in the trash too`() async throws {
        let world = try await TemporaryTracker()
        defer { world.remove() }
        for name in ["Read", "Floss"] { try await world.add(name) }
        let day = Vacations.Vacation(from: monday, to: monday)
        _ = try await world.client.call(Vacations.add, day)
        _ = try await world.client.call(Activities.delete, Activities.ActivityRequest(name: "Read"))

        let removed = try await world.client.call(Vacations.remove, day)
        _ = try await world.client.call(Trash.restore, Trash.RestoreRequest(name: "Read"))

        #expect(removed.skips == 2)
        #expect(try await world.today().skipped.isEmpty)
    }

    @Test func `an export counts what is in it`() async throws {
        let world = try await TemporaryTracker()
        defer { world.remove() }
        for name in ["Read", "Floss"] {
            try await world.add(name)
            try await world.log(name)
        }
        _ = try await world.client.call(Activities.delete, Activities.ActivityRequest(name: "Read"))

        let exported = try await world.client.stream(
            Documents.export, Documents.ExportRequest(format: .json)
        ) { _ in }

        #expect(exported.entries == 1)
    }

    @Test func `a note and a body fat can be taken away from a weighing`() async throws {
        let world = try await TemporaryTracker()
        defer { world.remove() }
        let added = try await world.client.call(
            Weights.add,
            Weights.AddRequest(weight: 80, unit: .kg, note: "late", bodyFat: 20, on: monday))

        let edited = try await world.client.call(
            Weights.edit,
            Weights.EditRequest(id: added.entry.id, note: "", withoutBodyFat: true))

        #expect(edited.note == nil)
        #expect(edited.bodyFat == nil)
        #expect(edited.weight == 80)
    }
}
