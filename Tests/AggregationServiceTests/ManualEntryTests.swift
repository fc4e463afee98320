import CivilTime
import Contracts
import RPC
import TestKit
import Testing
import Tracker

/// Tests of manual entries, corrections and deletions on an activity with a health link.
@Suite(.cleanup) struct ManualEntryTests {
    private static let first = CivilDate(days: 20_001)

    /// An activity in kilograms that reads body mass, with two measured days: 81 and 82.
    private func with(
        type: ActivityType = .value, _ body: (FoldingSystem) async throws -> Void
    ) async throws {
        let system = try await FoldingSystem(day: Int64(Self.first.days) + 9)
        try await system.addScale(type: type, on: Self.first)
        try await system.replaceSamples([81, 82], from: Int64(Self.first.days))
        try await sync(system)
        try await body(system)
    }

    private func sync(_ system: FoldingSystem) async throws {
        _ = try await system.schedule.call(HealthLinks.sync, HealthLinks.SyncRequest())
    }

    /// Oldest first.
    private func entries(_ system: FoldingSystem) async throws -> [LoggedEntry] {
        try await system.schedule.call(Entries.list, Entries.ListRequest(activity: "Scale")).entries
            .reversed()
    }

    private func values(_ system: FoldingSystem) async throws -> [Double?] {
        try await entries(system).map(\.value)
    }

    @Test func `a manual entry replaces the synced one until it is deleted`()
        async throws
    {
        try await with { system in
            let log = try await system.schedule.call(
                Journal.log,
                Journal.LogRequest(activity: "Scale", value: .number(70), on: Self.first))
            try await system.replaceSamples([83, 82], from: Int64(Self.first.days))
            try await sync(system)
            let entered = try await values(system)
            _ = try await system.schedule.call(
                Entries.delete, Entries.EntryRequest(id: log.entry.id))
            try await sync(system)

            #expect(entered == [70, 82])
            #expect(try await values(system) == [83, 82])
        }
    }

    @Test(arguments: [ActivityType.value, .cumulative, .checkbox])
    func `a deleted entry is not synced again unless it is restored from the trash`(
        type: ActivityType
    ) async throws {
        try await with(type: type) { system in
            let read = try #require(try await entries(system).first)
            _ = try await system.schedule.call(Entries.delete, Entries.EntryRequest(id: read.id))
            try await sync(system)
            let left = try await values(system)
            _ = try await system.schedule.call(
                Trash.restore, Trash.RestoreRequest(name: read.id.rawValue))
            try await system.replaceSamples([83, 82], from: Int64(Self.first.days))
            try await sync(system)

            #expect(left == [82])
            // A checkbox entry is synced once and does not change.
            #expect(try await values(system) == [type == .checkbox ? 81 : 83, 82])
        }
    }

    @Test(arguments: [(nil, 0), (5, 5)] as [(Int?, Int)])
    func `a corrected entry is manual on every day`(
        day: Int?, place: Int
    ) async throws {
        try await with { system in
            let read = try #require(try await entries(system).first)
            var edit = Entries.EditRequest(id: read.id)
            edit.value = .number(60)
            edit.day = day.map { Self.first.advanced(by: $0) }
            _ = try await system.schedule.call(Entries.edit, edit)
            try await system.replaceSamples([83, 82], from: Int64(Self.first.days))
            try await sync(system)
            let corrected = try await entries(system)
            _ = try await system.schedule.call(Entries.delete, Entries.EntryRequest(id: read.id))
            try await sync(system)

            #expect(Set(corrected.map(\.value)) == [60, 82])
            let own = try #require(corrected.first { $0.value == 60 })
            #expect(own.date == Self.first.advanced(by: place))
            #expect(try await values(system) == [82])
        }
    }

    @Test func `an entry moved to a synced day replaces the synced entry`() async throws {
        try await with { system in
            let log = try await system.schedule.call(
                Journal.log,
                Journal.LogRequest(
                    activity: "Scale", value: .number(70), on: Self.first.advanced(by: 3)))
            var edit = Entries.EditRequest(id: log.entry.id)
            edit.day = Self.first
            _ = try await system.schedule.call(Entries.edit, edit)
            try await sync(system)

            #expect(try await values(system) == [70, 82])
        }
    }

    @Test func `a corrected cumulative total is not synced a second time`() async throws {
        try await with(type: .cumulative) { system in
            let read = try #require(try await entries(system).first)
            var edit = Entries.EditRequest(id: read.id)
            edit.value = .number(60)
            _ = try await system.schedule.call(Entries.edit, edit)
            try await sync(system)

            #expect(try await values(system) == [60, 82])
        }
    }
}
