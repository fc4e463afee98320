import Contracts
import HealthMetrics
import RPC
import Testing

@Suite struct EditTests {
    private let export = Export(records: [
        .heartRate(10, 60), .heartRate(11, 61), .heartRate(2000, 70), .heartRate(50_000, 80),
        .steps(30, 100), .steps(31, 200),
    ])

    private func edit(
        _ system: TemporaryHealthSystem, _ sample: RawSample, to value: Double, key: String? = nil
    ) async throws(Status) -> Corrections.Outcome {
        try await system.ingestion.call(
            SampleEdits.edit, SampleEdits.EditRequest(ref: sample.ref, value: value),
            CallOptions(idempotencyKey: key))
    }

    @Test func `an edited sample is a manual entry, and imports ignore the original`()
        async throws
    {
        let system = try await TemporaryHealthSystem()
        try await system.runImport(export)
        let before = try await system.day("heartRate", "2026-03-01")

        let outcome = try await edit(system, before.samples[0], to: 64)
        let edited = try await system.values("heartRate", "2026-03-01")
        let again = try await system.runImport(export)

        #expect(outcome.before?.value == 60)
        #expect(outcome.after?.value == 64)
        #expect(edited == ["64.0 Dayline", "61.0 Watch"])
        #expect(again.ignored == 1)
        #expect(again.duplicate == 5)
        #expect(try await system.values("heartRate", "2026-03-01") == edited)
    }

    @Test func `values are read and written in the display units`() async throws {
        let system = try await TemporaryHealthSystem()
        try await system.runImport(
            Export(records: [.weight(0, "80")]))
        _ = try await system.storage.call(
            Settings.set, Settings.SetRequest(key: Settings.units, value: "us"))

        let shown = try await system.day("bodyMass", "2026-03-01").samples[0]
        let outcome = try await edit(system, shown, to: 180)
        let days = try await system.aggregation.call(
            Insights.days, Insights.DaysRequest(name: "bodyMass"))
        let kilograms = try await system.aggregation.call(
            Insights.days, Insights.DaysRequest(name: "bodyMass", units: .metric))

        #expect(shown.unit == "lb")
        #expect(abs(shown.value - 176.369_809_7) < 1e-6)
        #expect(outcome.after?.value == 180)
        #expect(days.unit == "lb")
        #expect(abs((days.days.first?.average ?? 0) - 180) < 1e-9)
        #expect(abs((kilograms.days.first?.average ?? 0) - 81.646_626_6) < 1e-6)
    }

    @Test func `a deleted sample is ignored by imports until it is restored`() async throws {
        let system = try await TemporaryHealthSystem()
        try await system.runImport(export)
        let content = try await system.content()
        let sample = try await system.day("stepCount", "2026-03-01").samples[1]

        let outcome = try await system.ingestion.call(
            SampleEdits.delete, SampleEdits.SampleRequest(ref: sample.ref))
        let sums = try await system.sums("stepCount")
        let again = try await system.runImport(export)
        let listed = try await system.day("stepCount", "2026-03-01")
        _ = try await system.ingestion.call(
            SampleEdits.restore, SampleEdits.SampleRequest(ref: outcome.original))

        #expect(outcome.after == nil)
        #expect(sums == ["2026-03-01": 100])
        #expect(again.byType["stepCount"]?.ignored == 1)
        #expect(listed.removed.map(\.ref) == [sample.ref])
        #expect(try await system.sums("stepCount") == ["2026-03-01": 300])
        #expect(try await system.content() == content)
    }

    @Test func `an edit changes one chunk of the device and its own day only`() async throws {
        let system = try await TemporaryHealthSystem()
        try await system.runImport(export)
        let content = try await system.content()
        let sample = try await system.day("heartRate", "2026-03-02").samples[0]

        let outcome = try await edit(system, sample, to: 75)
        let changed = try await system.content()
        _ = try await system.ingestion.call(
            SampleEdits.restore, SampleEdits.SampleRequest(ref: try #require(outcome.after).ref))

        #expect(content.subtracting(changed).count == 1)
        #expect(changed.subtracting(content).count == 2)
        #expect(try await system.content() == content)
    }

    @Test func `an edited value can be edited again and deleted`() async throws {
        let system = try await TemporaryHealthSystem()
        try await system.runImport(export)
        let sample = try await system.day("heartRate", "2026-03-01").samples[0]

        let first = try await edit(system, sample, to: 64)
        let second = try await edit(system, try #require(first.after), to: 65)
        let values = try await system.values("heartRate", "2026-03-01")
        let deleted = try await system.ingestion.call(
            SampleEdits.delete, SampleEdits.SampleRequest(ref: try #require(second.after).ref))
        let rest = try await system.values("heartRate", "2026-03-01")
        _ = try await system.ingestion.call(
            SampleEdits.restore, SampleEdits.SampleRequest(ref: deleted.original))

        #expect(values == ["65.0 Dayline", "61.0 Watch"])
        #expect(rest == ["61.0 Watch"])
        #expect(try await system.values("heartRate", "2026-03-01") == ["60.0 Watch", "61.0 Watch"])
    }

    private func revert(
        _ direction: TrackerRecords.UndoDirection, _ system: TemporaryHealthSystem,
        key: String? = nil
    ) async throws(Status) -> TrackerRecords.ApplyResponse {
        try await system.ingestion.call(
            SampleEdits.revert, TrackerRecords.UndoRequest(direction: direction),
            CallOptions(idempotencyKey: key))
    }

    @Test func `corrections are undone one by one and redone`() async throws {
        let system = try await TemporaryHealthSystem()
        try await system.runImport(export)
        let content = try await system.content()
        let samples = try await system.day("heartRate", "2026-03-01").samples
        let first = try await edit(system, samples[0], to: 64)
        _ = try await edit(system, try #require(first.after), to: 65)
        _ = try await system.ingestion.call(
            SampleEdits.delete, SampleEdits.SampleRequest(ref: samples[1].ref))
        let last = try await system.content()

        var observed: [[String]] = []
        for _ in 0..<3 {
            _ = try await revert(.undo, system)
            observed.append(try await system.values("heartRate", "2026-03-01"))
        }
        let undone = try await system.content()
        for _ in 0..<3 { _ = try await revert(.redo, system) }

        #expect(
            observed == [
                ["65.0 Dayline", "61.0 Watch"], ["64.0 Dayline", "61.0 Watch"],
                ["60.0 Watch", "61.0 Watch"],
            ])
        #expect(undone == content)
        #expect(try await system.content() == last)
        #expect(try await system.values("heartRate", "2026-03-01") == ["65.0 Dayline"])
    }

    @Test func `a retried undo with its key is applied once`() async throws {
        let system = try await TemporaryHealthSystem()
        try await system.runImport(export)
        let samples = try await system.day("heartRate", "2026-03-01").samples
        _ = try await edit(system, samples[0], to: 64)
        _ = try await edit(system, samples[1], to: 66)

        let applied = try await revert(.undo, system, key: "one")
        let known = try await system.storage.call(
            TrackerRecords.nextStep, TrackerRecords.UndoRequest(direction: .undo),
            CallOptions(idempotencyKey: "one"))
        let again = try await system.storage.call(
            TrackerRecords.undo, TrackerRecords.StepRequest(),
            CallOptions(idempotencyKey: "one"))

        #expect(known.sample == nil)
        #expect(again == applied)
        #expect(
            try await system.values("heartRate", "2026-03-01") == ["64.0 Dayline", "61.0 Watch"])
    }

    @Test func `an undo skips a correction whose sample an import has removed`() async throws {
        let system = try await TemporaryHealthSystem()
        try await system.runImport(export)
        let samples = try await system.day("heartRate", "2026-03-01").samples
        _ = try await edit(system, samples[1], to: 66)
        let deleted = try await system.ingestion.call(
            SampleEdits.delete, SampleEdits.SampleRequest(ref: samples[0].ref))
        _ = try await system.ingestion.call(
            SampleEdits.restore, SampleEdits.SampleRequest(ref: deleted.original))
        var newer = export
        newer.records.removeFirst()
        newer.records.insert(.heartRate(9, 59), at: 0)
        try await system.runImport(newer, reconcile: true)

        let applied = try await revert(.undo, system)
        _ = try await revert(.undo, system)
        _ = try await revert(.undo, system)

        #expect(applied.records.isEmpty)
        #expect(applied.summary.hasSuffix("no longer exists"))
        #expect(
            try await system.values("heartRate", "2026-03-01") == ["59.0 Watch", "61.0 Watch"])
    }

    @Test func `a retried edit with its key is applied once`() async throws {
        let system = try await TemporaryHealthSystem()
        try await system.runImport(export)
        let sample = try await system.day("heartRate", "2026-03-01").samples[0]

        let first = try await edit(system, sample, to: 64, key: "one")
        _ = try await edit(system, sample, to: 65, key: "two")
        let again = try await edit(system, sample, to: 64, key: "one")

        #expect(again == first)
        #expect(try await system.values("heartRate", "2026-03-01")[0] == "65.0 Dayline")
        await #expect(throws: Status.self) { try await edit(system, sample, to: 66, key: "one") }
    }

    @Test func `values are written in the display unit or in a given unit`()
        async throws
    {
        let system = try await TemporaryHealthSystem()
        try await system.runImport(Export(records: [.weight(0, "70")]))
        let sample = try await system.day("bodyMass", "2026-03-01").samples[0]

        let pounds = try await system.ingestion.call(
            SampleEdits.edit, SampleEdits.EditRequest(ref: sample.ref, value: 150, unit: "lb"))

        #expect(abs((pounds.after?.value ?? 0) - 68.0388555) < 1e-6)
        await #expect(throws: Status.self) {
            try await system.ingestion.call(
                SampleEdits.edit, SampleEdits.EditRequest(ref: sample.ref, value: 150, unit: "km"))
        }
    }

    @Test func `a sample is not found by another profile`() async throws {
        let system = try await TemporaryHealthSystem()
        try await system.runImport(export)
        let sample = try await system.day("heartRate", "2026-03-01").samples[0]
        _ = try await system.storage.call(
            Profiles.add, Profiles.AddRequest(name: "kim", zone: "UTC"))

        await #expect(throws: Status.self) {
            try await system.ingestion.call(
                SampleEdits.delete, SampleEdits.SampleRequest(ref: sample.ref),
                CallOptions(profile: "kim"))
        }
        #expect(try await system.day("heartRate", "2026-03-01").samples.count == 2)
    }

    @Test func `the change log has the number and the original of an edit`() async throws {
        let system = try await TemporaryHealthSystem()
        try await system.runImport(export)
        let sample = try await system.day("heartRate", "2026-03-01").samples[0]

        let outcome = try await edit(system, sample, to: 64)
        let page = try await system.storage.call(
            Changes.since, Changes.SinceRequest(number: 0, isOfAllProfiles: false))

        let change = try #require(page.changes.last)
        #expect(change.kind == "sample")
        #expect(change.key == outcome.original.text)
        #expect(change.before == nil)
        #expect(change.after?.contains("\"replacement\":64") == true)
    }

    @Test(arguments: [(0, 0, 0.0), (-5, 7, -1.5), (1_772_323_200_000, 60_000, 72.25)])
    func `a reference is parsed from its text`(start: Int64, length: Int64, value: Double) throws {
        let reference = SampleReference(series: 12, start: start, end: start + length, value: value)

        #expect(try SampleReference(text: reference.text) == reference)
    }

    @Test(arguments: ["", "1", "1.2.3", "1.2.-3.4", "x.1.1.1", "1.1.1.1.1", "1.zzzzzzzzzzzzzz.1.1"])
    func `a text that is not a reference is rejected`(text: String) {
        #expect(throws: Status.self) { try SampleReference(text: text) }
    }
}
