import Contracts
import PluginKit
import RPC
import Randomness
import Synchronization
import Testing

/// The undo of an import removes what the import added, and nothing else.
@Suite struct ImportUndoTests {
    /// A sample a minute.
    private func export(_ minutes: Range<Int>) -> Export {
        Export(records: minutes.map { .heartRate($0, Double(50 + $0 % 40)) })
    }

    private func undo(_ id: Int64, _ system: TemporaryHealthSystem) async throws -> ImportReport {
        try await system.ingestion.call(Imports.undo, ImportLog.ImportRequest(id: id))
    }

    private func report(_ id: Int64, _ system: TemporaryHealthSystem) async throws -> ImportReport {
        try await system.storage.call(ImportLog.get, ImportLog.ImportRequest(id: id)).report
    }

    private func workouts(_ system: TemporaryHealthSystem) async throws -> Int {
        try await system.aggregation.call(Insights.workouts, Insights.DayRangeRequest())
            .workouts.count
    }

    @Test func `an undone import leaves the data before it and can be imported again`()
        async throws
    {
        let system = try await TemporaryHealthSystem()
        try await system.runImport(export(0..<2000))
        let (content, sums) = (try await system.content(), try await system.sums("heartRate"))
        var other = export(1500..<4000)
        other.records.append(.weight(3, "80.5"))
        other.rows = [Export.workout(1), Export.meal(1), Export.summary(1)]
        let wrong = try await system.runImport(other)

        let undo = try await undo(wrong.id, system)
        let (restored, restoredSums) = (
            try await system.content(), try await system.sums("heartRate")
        )
        let remaining = try await workouts(system)
        let again = try await system.runImport(other)

        #expect(undo.removed?.map(\.count) == [1, 2000, 1, 1, 1])
        #expect(
            undo.removed?.map(\.metric) == [
                "bodyMass", "heartRate", "ActivitySummary", "Correlation", "Workout",
            ])
        #expect(restored == content)
        #expect(restoredSums == sums)
        #expect(remaining == 0)
        #expect(try await report(wrong.id, system).undoneBy == undo.id)
        #expect(try await report(undo.id, system).undoes == wrong.id)
        #expect(again.sameAs == nil)
        #expect(again.stored == wrong.stored)
        #expect(try await workouts(system) == 1)
    }

    @Test func `a repeated undo removes nothing more and returns the first report`() async throws {
        let system = try await TemporaryHealthSystem()
        let first = try await system.runImport(export(0..<10))
        let undo = try await undo(first.id, system)
        try await system.runImport(export(0..<10))
        let content = try await system.content()

        let repeated = try await self.undo(first.id, system)

        #expect(repeated.id == undo.id)
        #expect(try await system.content() == content)
    }

    @Test func `an undone import is put back, and that is undone again`() async throws {
        let system = try await TemporaryHealthSystem()
        try await system.runImport(export(0..<10))
        let before = try await system.content()
        var other = export(5..<20)
        other.rows = [Export.workout(0)]
        let imported = try await system.runImport(other)
        let content = try await system.content()
        let undo = try await undo(imported.id, system)

        let rollback = try await system.ingestion.call(
            Imports.rollBack, ImportLog.ImportRequest(id: undo.id))
        let restored = try await system.content()
        let restoredWorkouts = try await workouts(system)
        let again = try await self.undo(rollback.id, system)

        #expect(rollback.stored == 11)
        #expect(restored == content)
        #expect(restoredWorkouts == 1)
        #expect(again.removed?.map(\.count) == [10, 1])
        #expect(try await system.content() == before)
        #expect(try await workouts(system) == 0)
    }

    @Test func `an undo after a put-back removes the samples again`() async throws {
        let system = try await TemporaryHealthSystem()
        try await system.runImport(export(0..<10))
        let before = try await system.content()
        let imported = try await system.runImport(export(5..<20))
        func rollBack(_ undo: ImportReport) async throws -> ImportReport {
            try await system.ingestion.call(
                Imports.rollBack, ImportLog.ImportRequest(id: undo.id))
        }

        let first = try await undo(imported.id, system)
        let restored = try await rollBack(first)
        let restoredReport = try await report(imported.id, system)
        let second = try await undo(imported.id, system)
        let afterSecond = try await system.content()
        let repeated = try await undo(imported.id, system)
        // From the undo that was put back before.
        let restoredAgain = try await rollBack(first)
        let third = try await undo(imported.id, system)

        #expect(restored.restores == imported.id)
        #expect(restoredReport.restoredBy == restored.id)
        #expect(second.id > restored.id)
        #expect(second.undoes == restored.id)
        #expect(second.removed?.map(\.count) == [10])
        #expect(afterSecond == before)
        #expect(repeated.id == second.id)
        #expect(restoredAgain.restores == restored.id)
        #expect(third.undoes == restoredAgain.id)
        #expect(try await system.content() == before)
    }

    @Test func `a put-back that adds nothing leaves the import undone`() async throws {
        let system = try await TemporaryHealthSystem()
        let imported = try await system.runImport(export(0..<10))
        let undo = try await undo(imported.id, system)
        try await system.runImport(export(0..<10))

        _ = try await system.ingestion.call(
            Imports.rollBack, ImportLog.ImportRequest(id: undo.id))

        #expect(try await report(imported.id, system).restoredBy == nil)
        #expect(try await self.undo(imported.id, system).id == undo.id)
    }

    @Test func `samples that a later import repeated are stored again by that file`() async throws {
        let system = try await TemporaryHealthSystem()
        let first = try await system.runImport(export(0..<100))
        let later = export(50..<150)
        try await system.runImport(later)

        let undo = try await undo(first.id, system)
        let again = try await system.runImport(later)

        #expect(undo.removed?.map(\.count) == [100])
        #expect(again.stored == 50)
        #expect(again.duplicate == 50)
    }

    @Test func `a value that a person entered stays`() async throws {
        let system = try await TemporaryHealthSystem()
        let first = try await system.runImport(
            Export(records: [.weight(0, "81.5"), .weight(1, "81.0")]))
        let sample = try await system.day("bodyMass", "2026-03-01").samples[0]
        _ = try await system.ingestion.call(
            SampleEdits.edit, SampleEdits.EditRequest(ref: sample.ref, value: 80))

        let undo = try await undo(first.id, system)

        #expect(undo.removed?.map(\.count) == [1])
        #expect(try await system.values("bodyMass", "2026-03-01") == ["80.0 Dayline"])
        #expect(try await system.values("bodyMass", "2026-03-02").isEmpty)
    }

    /// The resting heart rate of an hour, which each import reads.
    private final class HourValue: Sendable {
        let number = Mutex(60.0)

        func system() async throws -> TemporaryHealthSystem {
            try await TemporaryHealthSystem { _, batches in
                let hours = try batches.series(
                    SeriesDescription(
                        metric: "restingHeartRate", unit: "count/min", source: "Phone",
                        resolution: .hour))
                let start: Int64 = 1_772_323_200_000
                try batches.append(
                    hours, start: start, end: start + 3_600_000, value: self.number.withLock { $0 },
                    from: ItemLocation(offset: 0, line: 1, text: ""))
            }
        }
    }

    @Test func `a total that a later import replaced stays`() async throws {
        let value = HourValue()
        let system = try await value.system()
        let first = try await system.runImport(Export(records: [.steps(0, 1)]))
        value.number.withLock { $0 = 50 }
        let later = try await system.runImport(Export(records: [.steps(0, 2)]))

        let nothing = try await undo(first.id, system)
        let values = try await system.values("restingHeartRate", "2026-03-01")
        let removed = try await undo(later.id, system)

        #expect(nothing.removed?.isEmpty == true)
        #expect(values == ["50.0 Phone"])
        #expect(removed.removed?.map(\.count) == [1])
    }

    @Test func `an undo names totals that its import replaced and stored`() async throws {
        let value = HourValue()
        let system = try await value.system()
        let imported = try await system.runImport(Export(records: [.steps(0, 1)]))
        let first = try await undo(imported.id, system)
        value.number.withLock { $0 = 50 }
        try await system.runImport(Export(records: [.steps(0, 2)]))
        let restored = try await system.ingestion.call(
            Imports.rollBack, ImportLog.ImportRequest(id: first.id))

        let second = try await undo(imported.id, system)

        #expect(first.notice == nil)
        #expect(restored.removed == nil)
        #expect(second.undoes == restored.id)
        #expect(second.notice?.contains("until import \(restored.id) is put back") == true)
    }

    @Test func `an import without additions, an undo and an unknown import are refused`()
        async throws
    {
        let system = try await TemporaryHealthSystem()
        let first = try await system.runImport(export(0..<10))
        let repeated = try await system.runImport(export(0..<9))
        let undo = try await undo(first.id, system)

        let nothing = await #expect(throws: Status.self) {
            try await self.undo(repeated.id, system)
        }
        let twice = await #expect(throws: Status.self) { try await self.undo(undo.id, system) }
        let unknown = await #expect(throws: Status.self) { try await self.undo(99, system) }

        #expect(nothing?.code == .failedPrecondition)
        #expect(nothing?.message.contains("has added nothing") == true)
        #expect(twice?.code == .failedPrecondition)
        #expect(twice?.hint?.contains("dayline imports \(undo.id) --put-back") == true)
        #expect(unknown?.code == .notFound)
    }

    @Test(arguments: 1...6 as ClosedRange<UInt64>)
    func `random undone imports leave what the others added first`(seed: UInt64) async throws {
        var random = SplitMix64(seed: seed)
        // Two segments of time, so that imports insert chunks and add to them.
        let all = (0..<600).map { Export.Record.heartRate($0 * 40, Double(50 + $0 % 40)) }
        let system = try await TemporaryHealthSystem()
        var owners: [Export.Record: Int64] = [:]
        var imports: [Int64] = []
        for round in 0..<12 {
            if round % 3 == 2, let id = imports.randomElement(using: &random) {
                imports.removeAll { $0 == id }
                owners = owners.filter { $0.value != id }
                _ = try await undo(id, system)
            } else {
                let count = Int.random(in: 60..<200, using: &random)
                let records = Array(all.shuffled(using: &random).prefix(count))
                let id = try await system.runImport(Export(records: records)).id
                imports.append(id)
                for record in records where owners[record] == nil { owners[record] = id }
            }
        }

        let expected = try await TemporaryHealthSystem()
        try await expected.runImport(Export(records: Array(owners.keys)))

        #expect(try await system.content() == expected.content())
        #expect(try await system.sums("heartRate") == expected.sums("heartRate"))
    }
}
