import CivilTime
import Contracts
import RPC
import Testing
import Tracker

/// Undo and redo of what a person does, with what is read from health data in between.
@Suite struct HealthSyncUndoTests {
    private static let first = CivilDate(days: 20_001)

    /// A tick that is made by hand, and an activity that reads body mass, of which two days are
    /// measured: 81 and 82.
    private func with(_ body: (FoldingWorld) async throws -> Void) async throws {
        let world = try await FoldingWorld(day: Int64(Self.first.days) + 9)
        _ = try await world.schedule.call(
            Activities.add, Activities.AddRequest(name: "Walk", fields: .init(), on: Self.first))
        var fields = Activities.Fields()
        fields.type = .value
        fields.unit = "kg"
        fields.health = "bodyMass"
        _ = try await world.schedule.call(
            Activities.add, Activities.AddRequest(name: "Scale", fields: fields, on: Self.first))
        try await measure([81, 82], world)
        do {
            try await body(world)
        } catch {
            await world.remove()
            throw error
        }
        await world.remove()
    }

    /// What an import does.
    private func measure(_ values: [Double], _ world: FoldingWorld) async throws {
        try await world.replaceSamples(values, from: Int64(Self.first.days))
        _ = try await world.schedule.call(HealthLinks.sync, HealthLinks.SyncRequest())
    }

    private func log(_ name: String, _ value: Double? = nil, _ world: FoldingWorld) async throws {
        _ = try await world.schedule.call(
            Journal.log,
            Journal.LogRequest(activity: name, value: value.map { .number($0) }, on: Self.first))
    }

    private func values(_ name: String, _ world: FoldingWorld) async throws -> [Double?] {
        try await world.schedule.call(Entries.list, Entries.ListRequest(activity: name)).entries
            .reversed().map(\.value)
    }

    private func undo(_ world: FoldingWorld) async throws -> Journal.StepResponse {
        try await world.schedule.call(Journal.undo, Empty())
    }

    private func redo(_ world: FoldingWorld) async throws -> Journal.StepResponse {
        try await world.schedule.call(Journal.redo, Empty())
    }

    @Test func `undo takes back what a person did, and what was read since is read again`()
        async throws
    {
        try await with { world in
            try await log("Walk", nil, world)
            try await measure([83, 82, 84], world)

            let undone = try await undo(world)

            #expect(undone.summary == "log Walk on \(Self.first)")
            #expect(undone.problem == nil)
            #expect(try await values("Walk", world).isEmpty)
            #expect(try await values("Scale", world) == [83, 82, 84])
        }
    }

    @Test func `an import leaves what was undone to be made again`() async throws {
        try await with { world in
            try await log("Walk", nil, world)
            _ = try await undo(world)
            try await measure([83, 82, 84], world)

            let redone = try await redo(world)

            #expect(redone.summary == "log Walk on \(Self.first)")
            #expect(try await values("Walk", world).count == 1)
            #expect(try await values("Scale", world) == [83, 82, 84])
        }
    }

    @Test func `what was read goes with the link, and comes back with it`() async throws {
        try await with { world in
            let undone = try await undo(world)
            _ = try await world.schedule.call(HealthLinks.sync, HealthLinks.SyncRequest())
            let kept = try await world.storage.call(
                TrackerRecords.entries, TrackerRecords.EntriesRequest(after: 0)
            ).entries()
            _ = try await redo(world)

            #expect(undone.summary.contains("Scale"))
            #expect(kept.isEmpty)
            #expect(try await values("Scale", world) == [81, 82])
        }
    }

    @Test func `what took the place of a reading gives it back, as it is measured by now`()
        async throws
    {
        try await with { world in
            try await log("Scale", 70, world)
            try await measure([83, 82], world)
            let own = try await values("Scale", world)
            _ = try await undo(world)
            let read = try await values("Scale", world)
            _ = try await redo(world)

            #expect(own == [70, 82])
            #expect(read == [83, 82])
            #expect(try await values("Scale", world) == [70, 82])
        }
    }

    @Test func `a sample that was corrected is the next step, not what followed from it`()
        async throws
    {
        try await with { world in
            let samples = try await world.replaceSamples([81, 82], from: Int64(Self.first.days))
            try await world.correct(samples[0], to: 80)
            _ = try await world.schedule.call(HealthLinks.sync, HealthLinks.SyncRequest())

            let next = try await world.storage.call(
                TrackerRecords.nextStep, TrackerRecords.UndoRequest(direction: .undo))

            #expect(try await values("Scale", world) == [80, 82])
            #expect(next.sample?.original == samples[0])
        }
    }
}
