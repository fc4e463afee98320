import Contracts
import RPC
import Testing

@Suite struct ReimportTests {
    private let export = Export(
        records: (0..<400).map { .heartRate($0 * 30, Double(50 + $0 % 40)) }
            + (0..<300).map { .steps($0 * 40, 1 + $0 % 90) } + [.weight(0, "81.5")])

    @Test func `the same bytes are known by their hash, whatever the file is called`() async throws
    {
        let world = try await HealthWorld()
        let first = try await world.bring(export)
        let other = try world.write(export, as: "other.xml")

        let again = try await world.bring(other)

        #expect(again.sameAs == first.id)
        #expect(again.stored == 0)
        #expect(again.duplicate == first.stored)
        #expect(again.version == first.version)
    }

    @Test func `other bytes of the same length are read`() async throws {
        let world = try await HealthWorld()
        try await world.bring(export)
        var changed = export
        changed.records[0] = .heartRate(0, 99)

        let report = try await world.bring(changed)

        #expect(report.sameAs == nil)
        #expect(report.stored == 1)
    }

    @Test func `the same bytes are read again when something has changed since`() async throws {
        let world = try await HealthWorld()
        try await world.bring(export)
        let sample = try await world.day("heartRate", "2026-03-01").samples[0]
        _ = try await world.ingestion.call(Edits.delete, Edits.Name(ref: sample.ref))

        let report = try await world.bring(export)

        #expect(report.sameAs == nil)
        #expect(report.ignored == 1)
    }

    @Test func `a dry run tells what the import then does`() async throws {
        let world = try await HealthWorld()
        try await world.bring(Export(records: Array(export.records[100..<500])))
        var damaged = export
        damaged.damage = ["<Record type=\"HKQuantityTypeIdentifierStepCount\" value=\"x\"/>\n"]

        for reconcile in [false, true] {
            let promised = try await world.bring(damaged, dryRun: true, reconcile: reconcile)
            let done = try await world.bring(damaged, reconcile: reconcile)

            #expect(promised.byType == done.byType)
            #expect(promised.problems == done.problems)
        }
    }

    @Test func `a newer export takes out what it no longer has, where it is asked to`() async throws
    {
        let world = try await HealthWorld()
        try await world.bring(export)
        let content = try await world.content()
        var newer = export
        newer.records.removeAll { $0 == .heartRate(30, 51) || $0 == .heartRate(9000, 70) }
        newer.records.append(.heartRate(20_000, 66))

        let plain = try await world.bring(newer)
        let listed = try await world.bring(newer, dryRun: true, reconcile: true)
        let kept = try await world.day("heartRate", "2026-03-01").samples.count
        let report = try await world.bring(newer, reconcile: true)

        #expect(plain.removed == nil)
        #expect(listed.removed == report.removed)
        #expect(report.removed?.map(\.metric) == ["heartRate"])
        #expect(report.removed?.first?.count == 2)
        #expect(report.removed?.first?.samples.map(\.value) == [51, 70])
        #expect(try await world.day("heartRate", "2026-03-01").samples.count == kept - 1)
        // Adding them again makes what there was, but for the new one.
        try await world.bring(export)
        let now = try await world.content()
        #expect(content.subtracting(now).count <= 1)
    }

    @Test func `what lies outside the new file's range, or is of another source, stays`()
        async throws
    {
        let world = try await HealthWorld()
        var older = export
        older.records += (0..<50).map { .heartRate($0 * 30, 60, source: "Ring") }
        try await world.bring(older)
        let newer = Export(
            records: export.records.filter {
                $0.type.hasSuffix("HeartRate") && $0.start >= 150 * 1800
            })

        let report = try await world.bring(newer, reconcile: true)

        #expect(report.removed == [])
        #expect(report.duplicate == newer.records.count)
    }

    @Test func `a chunk that a newer export has nothing of goes as a whole`() async throws {
        let world = try await HealthWorld()
        let days = [0, 20, 40, 60]
        try await world.bring(Export(records: days.map { .weight($0, "8\($0)") }))

        let report = try await world.bring(
            Export(records: [.weight(0, "80"), .weight(60, "860")]), reconcile: true)

        #expect(report.removed?.first?.count == 2)
        #expect(try await world.sums("bodyMass").keys.sorted() == ["2026-03-01", "2026-04-30"])
    }

    @Test func `what an import took out can be put back`() async throws {
        let world = try await HealthWorld()
        try await world.bring(export)
        let content = try await world.content()
        var newer = export
        newer.records.removeSubrange(40..<60)
        let report = try await world.bring(newer, reconcile: true)

        let back = try await world.ingestion.call(
            Imports.putBack, ImportLog.Get(id: report.id))

        #expect(report.removed?.first?.count == 20)
        #expect(back.stored == 20)
        #expect(try await world.content() == content)
        await #expect(throws: Status.self) {
            try await world.ingestion.call(Imports.putBack, ImportLog.Get(id: back.id))
        }
    }

    @Test(arguments: [true, false])
    func `a file that is damaged or cut takes nothing out`(isCut: Bool) async throws {
        let world = try await HealthWorld()
        try await world.bring(export)
        var newer = export
        newer.records.removeSubrange(10..<20)
        newer.isComplete = !isCut
        if !isCut { newer.damage = ["<Record type=\"HKQuantityTypeIdentifierStepCount\"/>\n"] }

        let report = try await world.bring(newer, reconcile: true)

        #expect(report.removed == nil)
        #expect(report.notice?.hasPrefix("Nothing was taken out") == true)
        #expect(report.stored == 0)
        #expect(try await world.day("heartRate", "2026-03-01").samples.count == 48)
    }
}
