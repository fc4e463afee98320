import CivilTime
import Contracts
import RPC
import Testing
import Tracker

/// Tests of manual entries, corrections and deletions on an activity with a health link.
@Suite struct ManualEntryTests {
    private static let first = CivilDate(days: 20_001)

    /// An activity in kilograms that reads body mass, with two measured days: 81 and 82.
    private func with(
        type: ActivityType = .value, _ body: (FoldingWorld) async throws -> Void
    ) async throws {
        try await FoldingWorld.with(day: Int64(Self.first.days) + 9) { world in
            try await world.addScale(type: type, on: Self.first)
            try await world.replaceSamples([81, 82], from: Int64(Self.first.days))
            try await sync(world)
            try await body(world)
        }
    }

    private func sync(_ world: FoldingWorld) async throws {
        _ = try await world.schedule.call(HealthLinks.sync, HealthLinks.SyncRequest())
    }

    /// Oldest first.
    private func entries(_ world: FoldingWorld) async throws -> [LoggedEntry] {
        try await world.schedule.call(Entries.list, Entries.ListRequest(activity: "Scale")).entries
            .reversed()
    }

    private func values(_ world: FoldingWorld) async throws -> [Double?] {
        try await entries(world).map(\.value)
    }

    @Test func `a manual entry replaces the synced one until it is deleted`()
        async throws
    {
        try await with { world in
            let log = try await world.schedule.call(
                Journal.log,
                Journal.LogRequest(activity: "Scale", value: .number(70), on: Self.first))
            try await world.replaceSamples([83, 82], from: Int64(Self.first.days))
            try await sync(world)
            let entered = try await values(world)
            _ = try await world.schedule.call(
                Entries.delete, Entries.EntryRequest(id: log.entry.id))
            try await sync(world)

            #expect(entered == [70, 82])
            #expect(try await values(world) == [83, 82])
        }
    }

    @Test(arguments: [ActivityType.value, .cumulative, .checkbox])
    func `a deleted entry is not synced again unless it is restored from the trash`(
        type: ActivityType
    ) async throws {
        try await with(type: type) { world in
            let read = try #require(try await entries(world).first)
            _ = try await world.schedule.call(Entries.delete, Entries.EntryRequest(id: read.id))
            try await sync(world)
            let left = try await values(world)
            _ = try await world.schedule.call(
                Trash.restore, Trash.RestoreRequest(name: read.id.rawValue))
            try await world.replaceSamples([83, 82], from: Int64(Self.first.days))
            try await sync(world)

            #expect(left == [82])
            // A checkbox entry is synced once and does not change.
            #expect(try await values(world) == [type == .checkbox ? 81 : 83, 82])
        }
    }

    @Test(arguments: [(nil, 0), (5, 5)] as [(Int?, Int)])
    func `a corrected entry is manual on every day`(
        day: Int?, place: Int
    ) async throws {
        try await with { world in
            let read = try #require(try await entries(world).first)
            var edit = Entries.EditRequest(id: read.id)
            edit.value = .number(60)
            edit.day = day.map { Self.first.advanced(by: $0) }
            _ = try await world.schedule.call(Entries.edit, edit)
            try await world.replaceSamples([83, 82], from: Int64(Self.first.days))
            try await sync(world)
            let corrected = try await entries(world)
            _ = try await world.schedule.call(Entries.delete, Entries.EntryRequest(id: read.id))
            try await sync(world)

            #expect(Set(corrected.map(\.value)) == [60, 82])
            let own = try #require(corrected.first { $0.value == 60 })
            #expect(own.date == Self.first.advanced(by: place))
            #expect(try await values(world) == [82])
        }
    }

    @Test func `an entry moved to a synced day replaces the synced entry`() async throws {
        try await with { world in
            let log = try await world.schedule.call(
                Journal.log,
                Journal.LogRequest(
                    activity: "Scale", value: .number(70), on: Self.first.advanced(by: 3)))
            var edit = Entries.EditRequest(id: log.entry.id)
            edit.day = Self.first
            _ = try await world.schedule.call(Entries.edit, edit)
            try await sync(world)

            #expect(try await values(world) == [70, 82])
        }
    }

    @Test func `a corrected cumulative total is not synced a second time`() async throws {
        try await with(type: .cumulative) { world in
            let read = try #require(try await entries(world).first)
            var edit = Entries.EditRequest(id: read.id)
            edit.value = .number(60)
            _ = try await world.schedule.call(Entries.edit, edit)
            try await sync(world)

            #expect(try await values(world) == [60, 82])
        }
    }
}
