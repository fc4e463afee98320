import CivilTime
import Contracts
import RPC
import Testing
import Tracker

/// Tests of undo and redo with synced entries in between.
@Suite struct HealthSyncUndoTests {
    private static let first = CivilDate(days: 20_001)

    /// A manual checkbox activity, and an activity that reads body mass, with two measured days: 81
    /// and 82.
    private func with(_ body: (FoldingWorld) async throws -> Void) async throws {
        try await FoldingWorld.with(day: Int64(Self.first.days) + 9) { world in
            _ = try await world.schedule.call(
                Activities.add, Activities.AddRequest(name: "Walk", fields: .init(), on: Self.first)
            )
            try await world.addScale(on: Self.first)
            try await measure([81, 82], world)
            try await body(world)
        }
    }

    /// Syncs as after an import.
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

    @Test func `undo reverts a manual change, and later readings are synced again`()
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

    @Test func `a change can be redone after an import`() async throws {
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

    @Test func `undo of a health link removes its synced entries, and redo restores them`()
        async throws
    {
        try await with { world in
            let undone = try await undo(world)
            _ = try await world.schedule.call(HealthLinks.sync, HealthLinks.SyncRequest())
            let remaining = try await world.storage.call(
                TrackerRecords.entries, TrackerRecords.EntriesRequest(after: 0)
            ).entries()
            _ = try await redo(world)

            #expect(undone.summary.contains("Scale"))
            #expect(remaining.isEmpty)
            #expect(try await values("Scale", world) == [81, 82])
        }
    }

    @Test func `undo of a manual entry restores the reading with its current value`()
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

    @Test func `undo after a sample correction reverts the correction, not the synced entry`()
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
