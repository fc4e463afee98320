import CivilTime
import Contracts
import RPC
import TestKit
import Testing
import Tracker

/// Tests of undo and redo with synced entries in between.
@Suite(.cleanup) struct HealthSyncUndoTests {
    private static let first = CivilDate(days: 20_001)

    /// A manual checkbox activity, and an activity that reads body mass, with two measured days: 81
    /// and 82.
    private func with(_ body: (FoldingSystem) async throws -> Void) async throws {
        let system = try await FoldingSystem(day: Int64(Self.first.days) + 9)
        _ = try await system.schedule.call(
            Activities.add, Activities.AddRequest(name: "Walk", fields: .init(), on: Self.first)
        )
        try await system.addScale(on: Self.first)
        try await measure([81, 82], system)
        try await body(system)
    }

    /// Syncs as after an import.
    private func measure(_ values: [Double], _ system: FoldingSystem) async throws {
        try await system.replaceSamples(values, from: Int64(Self.first.days))
        _ = try await system.schedule.call(HealthLinks.sync, HealthLinks.SyncRequest())
    }

    private func log(_ name: String, _ value: Double? = nil, _ system: FoldingSystem) async throws {
        _ = try await system.schedule.call(
            Journal.log,
            Journal.LogRequest(activity: name, value: value.map { .number($0) }, on: Self.first))
    }

    private func values(_ name: String, _ system: FoldingSystem) async throws -> [Double?] {
        try await system.schedule.call(Entries.list, Entries.ListRequest(activity: name)).entries
            .reversed().map(\.value)
    }

    private func undo(_ system: FoldingSystem) async throws -> Journal.StepResponse {
        try await system.schedule.call(Journal.undo, Journal.StepRequest())
    }

    private func redo(_ system: FoldingSystem) async throws -> Journal.StepResponse {
        try await system.schedule.call(Journal.redo, Journal.StepRequest())
    }

    @Test func `undo reverts a manual change, and later readings are synced again`()
        async throws
    {
        try await with { system in
            try await log("Walk", nil, system)
            try await measure([83, 82, 84], system)

            let undone = try await undo(system)

            #expect(undone.summary == "log Walk on \(Self.first)")
            #expect(undone.problem == nil)
            #expect(try await values("Walk", system).isEmpty)
            #expect(try await values("Scale", system) == [83, 82, 84])
        }
    }

    @Test func `a change can be redone after an import`() async throws {
        try await with { system in
            try await log("Walk", nil, system)
            _ = try await undo(system)
            try await measure([83, 82, 84], system)

            let redone = try await redo(system)

            #expect(redone.summary == "log Walk on \(Self.first)")
            #expect(try await values("Walk", system).count == 1)
            #expect(try await values("Scale", system) == [83, 82, 84])
        }
    }

    @Test func `undo of a health link removes its synced entries, and redo restores them`()
        async throws
    {
        try await with { system in
            let undone = try await undo(system)
            _ = try await system.schedule.call(HealthLinks.sync, HealthLinks.SyncRequest())
            let remaining = try await system.storage.call(
                TrackerRecords.entries, TrackerRecords.EntriesRequest(after: 0)
            ).entries()
            _ = try await redo(system)

            #expect(undone.summary.contains("Scale"))
            #expect(remaining.isEmpty)
            #expect(try await values("Scale", system) == [81, 82])
        }
    }

    @Test func `undo of a manual entry restores the reading with its current value`()
        async throws
    {
        try await with { system in
            try await log("Scale", 70, system)
            try await measure([83, 82], system)
            let own = try await values("Scale", system)
            _ = try await undo(system)
            let read = try await values("Scale", system)
            _ = try await redo(system)

            #expect(own == [70, 82])
            #expect(read == [83, 82])
            #expect(try await values("Scale", system) == [70, 82])
        }
    }

    @Test func `undo after a sample correction reverts the correction, not the synced entry`()
        async throws
    {
        try await with { system in
            let samples = try await system.replaceSamples([81, 82], from: Int64(Self.first.days))
            try await system.correct(samples[0], to: 80)
            _ = try await system.schedule.call(HealthLinks.sync, HealthLinks.SyncRequest())

            let next = try await system.storage.call(
                TrackerRecords.nextStep, TrackerRecords.UndoRequest(direction: .undo))

            #expect(try await values("Scale", system) == [80, 82])
            #expect(next.sample?.original == samples[0])
        }
    }
}
