import CivilTime
import Contracts
import Milestones
import RPC
import TestKit
import Testing

/// Tests of weight entries synced from body mass through storage, folds and the tracker.
@Suite(.cleanup) struct WeightSyncTests {
    /// All days of the tests are in one segment, which begins just before the first day.
    private static let day = 20_001
    private static let first = CivilDate(days: Int32(day))

    private func with(
        _ values: [Double], isRead: Bool = true, _ body: (FoldingSystem) async throws -> Void
    ) async throws {
        let system = try await FoldingSystem(day: Int64(Self.day + 9))
        if isRead {
            _ = try await system.storage.call(
                Settings.set, Settings.SetRequest(key: Settings.weightHealth, value: "read"))
        }
        try await system.replaceSamples(values, from: Int64(Self.day))
        try await body(system)
    }

    @discardableResult
    private func sync(
        _ system: FoldingSystem, from: CivilDate? = nil, to: CivilDate? = nil
    ) async throws -> HealthLinks.WeightLogResult? {
        try await system.schedule.call(
            HealthLinks.sync, HealthLinks.SyncRequest(from: from, to: to)
        )
        .weight
    }

    /// The weight log, oldest day first.
    private func weightEntries(_ system: FoldingSystem) async throws -> [Weights.Row] {
        try await system.schedule.call(Weights.list, Weights.ListRequest()).weights.reversed()
    }

    private func weights(_ system: FoldingSystem) async throws -> [Double] {
        try await weightEntries(system).map(\.weight)
    }

    private func weigh(
        _ system: FoldingSystem, _ weight: Double, _ unit: WeightUnit = .kg, day: Int = 0
    ) async throws -> Weights.AddResponse {
        try await system.schedule.call(
            Weights.add,
            Weights.AddRequest(weight: weight, unit: unit, on: Self.first.advanced(by: day)))
    }

    private func counts(_ logbook: HealthLinks.WeightLogResult?) -> [Int]? {
        logbook.map { [$0.added, $0.updated, $0.removed] }
    }

    @Test func `without the setting no weight is synced`() async throws {
        try await with([82], isRead: false) { system in
            let done = try await sync(system)
            let read = try await weightEntries(system)

            #expect(done == nil)
            #expect(read.isEmpty)
        }
    }

    @Test func `each measured day has one weighing, and a second sync changes nothing`()
        async throws
    {
        try await with([82, 81.5, 81]) { system in
            let done = try await sync(system)
            let read = try await weightEntries(system)
            let again = try await sync(system)

            #expect(counts(done) == [3, 0, 0])
            #expect(read.map(\.weight) == [82, 81.5, 81])
            #expect(read.map(\.date) == (0..<3).map { Self.first.advanced(by: $0) })
            #expect(read.allSatisfy { $0.source == .health && $0.unit == .kg })
            #expect(counts(again) == [0, 0, 0])
            #expect(try await weightEntries(system) == read)
        }
    }

    @Test func `undo of the sync setting removes synced entries, and redo restores them`()
        async throws
    {
        try await with([82, 81.5, 81]) { system in
            try await sync(system)
            let read = try await weightEntries(system)

            _ = try await system.schedule.call(Journal.undo, Journal.StepRequest())
            let undone = try await weightEntries(system)
            _ = try await system.schedule.call(Journal.redo, Journal.StepRequest())
            let redone = try await weightEntries(system)
            try await system.replaceSamples([82.5], from: Int64(Self.day))
            try await sync(system)

            #expect(undone.isEmpty)
            #expect(redone == read)
            #expect(try await weights(system) == [82.5])
        }
    }

    @Test func `weight entries follow changed and removed samples`() async throws {
        try await with([82, 81.5, 81]) { system in
            try await sync(system)

            try await system.replaceSamples([82, 81.7], from: Int64(Self.day))
            let done = try await sync(system)

            #expect(counts(done) == [0, 1, 1])
            #expect(try await weights(system) == [82, 81.7])
        }
    }

    @Test func `a day that moves with the zone takes its weighing along`() async throws {
        try await with([82]) { system in
            try await sync(system)

            // 01:00 UTC is the evening before.
            let moved = try await system.storage.call(
                Profiles.setZone,
                Profiles.SetZoneRequest(
                    name: "default", change: ZoneChange(from: nil, zone: "America/New_York")))
            _ = try await system.storage.call(Folds.wait, Folds.WaitRequest(version: moved.version))
            let done = try await sync(system)

            #expect(counts(done) == [1, 0, 1])
            let days = try await weightEntries(system).map(\.date)
            #expect(days == [Self.first.advanced(by: -1)])
        }
    }

    @Test func `only the days that are asked for are read`() async throws {
        try await with([82, 81.5, 81]) { system in
            let middle = Self.first.advanced(by: 1)

            try await sync(system, from: middle, to: middle)
            let read = try await weights(system)
            try await system.replaceSamples([82], from: Int64(Self.day))
            try await sync(system, to: Self.first)

            #expect(read == [81.5])
            #expect(try await weights(system) == [82, 81.5])
        }
    }

    @Test func `a manual weight entry replaces the synced one of its day`()
        async throws
    {
        try await with([82, 81.5]) { system in
            _ = try await weigh(system, 80)
            try await sync(system)
            let second = try await weigh(system, 79, day: 1)
            let entered = try await weightEntries(system)
            let done = try await sync(system)
            _ = try await system.schedule.call(
                Weights.delete, Weights.DeleteRequest(id: second.entry.id))
            try await sync(system)

            #expect(entered.map(\.weight) == [80, 79])
            #expect(entered.allSatisfy { $0.source == .person })
            #expect(counts(done) == [0, 0, 0])
            #expect(try await weights(system) == [80, 81.5])
        }
    }

    @Test(arguments: [(nil, 0), (3, 3)] as [(Int?, Int)])
    func `a changed weight entry is manual on every day`(
        day: Int?, place: Int
    ) async throws {
        try await with([82]) { system in
            try await sync(system)
            let read = try #require(try await weightEntries(system).first)

            let edited = try await system.schedule.call(
                Weights.edit,
                Weights.EditRequest(
                    id: read.id, weight: 80, day: day.map { Self.first.advanced(by: $0) }))
            try await system.replaceSamples([83], from: Int64(Self.day))
            let done = try await sync(system)

            #expect(edited.source == .person)
            #expect(counts(done) == [0, 0, 0])
            let own = try await weightEntries(system)
            #expect(own.map(\.weight) == [80])
            #expect(own.map(\.date) == [Self.first.advanced(by: place)])
        }
    }

    @Test(arguments: [false, true])
    func `a deleted weight entry is not synced again`(isEdited: Bool) async throws {
        try await with([82, 81]) { system in
            try await sync(system)
            let id = try #require(try await weightEntries(system).first).id
            if isEdited {
                _ = try await system.schedule.call(
                    Weights.edit, Weights.EditRequest(id: id, note: "with shoes"))
            }

            _ = try await system.schedule.call(Weights.delete, Weights.DeleteRequest(id: id))
            try await system.replaceSamples([83, 81], from: Int64(Self.day))
            let done = try await sync(system)
            let left = try await weights(system)
            _ = try await system.schedule.call(Journal.undo, Journal.StepRequest())
            if !isEdited { try await sync(system) }

            #expect(counts(done) == [0, 0, 0])
            #expect(left == [81])
            #expect(try await weights(system) == (isEdited ? [82, 81] : [83, 81]))
        }
    }

    @Test func `weighings are kept in the person's unit, and cross what they reach`()
        async throws
    {
        let pounds = [190.0, 184, 180]
        try await with(pounds.map { $0 * WeightUnit.kilogramsPerPound }) { system in
            _ = try await system.schedule.call(
                Weights.setGoal, Weights.SetGoalRequest(weight: 170, unit: .lb, start: 190))

            let done = try await sync(system)
            let progress = try await system.schedule.call(
                Weights.milestones, Weights.MilestonesRequest())

            let read = try await weightEntries(system)
            #expect(read.map(\.weight) == pounds)
            #expect(read.allSatisfy { $0.unit == .lb })
            #expect(done?.celebration?.target == 185)
            #expect(progress.history.map(\.target) == [185])
            #expect(progress.targets.map(\.reached) == [true, true, false, false])
        }
    }

    @Test func `without a goal the unit is that of the newest weighing by hand`() async throws {
        try await with([82, 81]) { system in
            _ = try await weigh(system, 181, .lb)

            try await sync(system)

            let units = try await weightEntries(system).map(\.unit)
            #expect(units == [.lb, .lb])
        }
    }

    @Test func `own samples and implausible weights are not synced`()
        async throws
    {
        try await with([82, 0.2]) { system in
            let hour = Double(Self.day + 2) * 24 + 8
            try await system.importSamples([
                FoldingSystem.Series(
                    key: .of("bodyMass", "kg", source: HealthLinks.sourceName),
                    samples: [(hour, hour, 70)])
            ])

            try await sync(system)

            #expect(try await weights(system) == [82])
        }
    }

    @Test func `a weighing that a document brought stays until its day is measured here`()
        async throws
    {
        try await with([82]) { system in
            for offset in [0, 1] {
                let day = Self.first.advanced(by: offset)
                let body = """
                    {"entry":{"day":"\(day)","unit":"kg","weight":90},"modified":1,\
                    "origin":{"day":"\(day)","reader":"another"}}
                    """
                _ = try await system.storage.call(
                    TrackerRecords.apply,
                    TrackerRecords.ApplyRequest(
                        summary: "import",
                        changes: [
                            TrackerRecords.Change(kind: "weight", id: "health-\(day)", body: body)
                        ]))
            }

            let done = try await sync(system)

            #expect(counts(done) == [0, 1, 0])
            #expect(try await weights(system) == [82, 90])
        }
    }

    @Test func `thousands of days are synced`() async throws {
        try await with([82]) { system in
            let samples = (1...5200).reversed().map { back in
                let hour = Double(Self.day - back) * 24
                return (hour, hour, 80 + Double(back) / 100)
            }
            try await system.importSamples([
                FoldingSystem.Series(
                    key: .of("bodyMass", "kg", source: "Another"), samples: samples)
            ])

            let done = try await sync(system)
            let again = try await sync(system)

            #expect(counts(done) == [5201, 0, 0])
            #expect(counts(again) == [0, 0, 0])
            #expect(try await weights(system).count == 5201)
        }
    }
}
