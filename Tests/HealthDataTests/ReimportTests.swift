import Contracts
import FoundationEssentials
import RPC
import Synchronization
import Testing

@Suite struct ReimportTests {
    private let export = Export(
        records: (0..<400).map { .heartRate($0 * 30, Double(50 + $0 % 40)) }
            + (0..<300).map { .steps($0 * 40, 1 + $0 % 90) } + [.weight(0, "81.5")])

    @Test func `a file with another name and the same bytes is recognised by its hash`()
        async throws
    {
        let system = try await TemporaryHealthSystem()
        let first = try await system.runImport(export)
        let other = try system.write(export, as: "other.xml")

        let again = try await system.runImport(other)

        #expect(again.sameAs == first.id)
        #expect(again.stored == 0)
        #expect(again.duplicate == first.stored)
        #expect(again.version == first.version)
    }

    @Test func `a file with other bytes of the same length is read`() async throws {
        let system = try await TemporaryHealthSystem()
        try await system.runImport(export)
        var changed = export
        changed.records[0] = .heartRate(0, 99)

        let report = try await system.runImport(changed)

        #expect(report.sameAs == nil)
        #expect(report.stored == 1)
    }

    @Test func `the same bytes are read again after a correction`() async throws {
        let system = try await TemporaryHealthSystem()
        try await system.runImport(export)
        let sample = try await system.day("heartRate", "2026-03-01").samples[0]
        _ = try await system.ingestion.call(
            SampleEdits.delete, SampleEdits.SampleRequest(ref: sample.ref))

        let report = try await system.runImport(export)

        #expect(report.sameAs == nil)
        #expect(report.ignored == 1)
    }

    @Test func `a dry run has the counts of the import`() async throws {
        let system = try await TemporaryHealthSystem()
        try await system.runImport(Export(records: Array(export.records[100..<500])))
        var damaged = export
        damaged.damage = ["<Record type=\"HKQuantityTypeIdentifierStepCount\" value=\"x\"/>\n"]

        for reconcile in [false, true] {
            let dryRun = try await system.runImport(damaged, dryRun: true, reconcile: reconcile)
            let done = try await system.runImport(damaged, reconcile: reconcile)

            #expect(dryRun.byType == done.byType)
            #expect(dryRun.problems == done.problems)
        }
    }

    @Test func `reconciliation removes samples that a newer export lacks`() async throws {
        let system = try await TemporaryHealthSystem()
        try await system.runImport(export)
        let content = try await system.content()
        var newer = export
        newer.records.removeAll { $0 == .heartRate(30, 51) || $0 == .heartRate(9000, 70) }
        newer.records.append(.heartRate(20_000, 66))

        let plain = try await system.runImport(newer)
        let listed = try await system.runImport(newer, dryRun: true, reconcile: true)
        let count = try await system.day("heartRate", "2026-03-01").samples.count
        let report = try await system.runImport(newer, reconcile: true)

        #expect(plain.removed == nil)
        #expect(listed.removed == report.removed)
        #expect(report.removed?.map(\.metric) == ["heartRate"])
        #expect(report.removed?.first?.count == 2)
        #expect(report.removed?.first?.samples.map(\.value) == [51, 70])
        #expect(try await system.day("heartRate", "2026-03-01").samples.count == count - 1)
        // Importing the samples again restores all chunks except the one with the new sample.
        try await system.runImport(export)
        let now = try await system.content()
        #expect(content.subtracting(now).count <= 1)
    }

    @Test func `samples outside the range of a newer export or of other sources are unchanged`()
        async throws
    {
        let system = try await TemporaryHealthSystem()
        var older = export
        older.records += (0..<50).map { .heartRate($0 * 30, 60, source: "Ring") }
        try await system.runImport(older)
        let newer = Export(
            records: export.records.filter {
                $0.type.hasSuffix("HeartRate") && $0.start >= 150 * 1800
            })

        let report = try await system.runImport(newer, reconcile: true)

        #expect(report.removed == [])
        #expect(report.duplicate == newer.records.count)
    }

    @Test func `a chunk that a newer export has no samples of is removed`() async throws {
        let system = try await TemporaryHealthSystem()
        let days = [0, 20, 40, 60]
        try await system.runImport(Export(records: days.map { .weight($0, "8\($0)") }))

        let report = try await system.runImport(
            Export(records: [.weight(0, "80"), .weight(60, "860")]), reconcile: true)

        #expect(report.removed?.first?.count == 2)
        #expect(try await system.sums("bodyMass").keys.sorted() == ["2026-03-01", "2026-04-30"])
    }

    /// Workouts, correlations and summaries of the answers, a line each.
    private func rows(_ system: TemporaryHealthSystem) async throws -> Set<String> {
        let workouts = try await system.aggregation.call(
            Insights.workouts, Insights.DayRangeRequest())
        let meals = try await system.aggregation.call(
            Insights.correlations, Insights.DayRangeRequest())
        let found = Mutex<[String]>([])
        _ = try await system.storage.stream(HealthRows.summaries, Empty()) { page in
            found.withLock { $0 += page.summaries.map(\.day) }
        }
        return Set(
            workouts.workouts.map { "\($0.type) \($0.source) \($0.start.prefix(10))" }
                + meals.correlations.map { "\($0.type) \($0.source) \($0.start.prefix(10))" }
                + found.withLock { $0 })
    }

    @Test func `rows that a newer export lacks are removed and restored`()
        async throws
    {
        let system = try await TemporaryHealthSystem()
        var older = export
        older.rows =
            (0...5).flatMap { [Export.workout($0), Export.meal($0), Export.summary($0)] }
            + [Export.workout(2, type: "Yoga"), Export.workout(2, source: "Strap")]
        try await system.runImport(older)
        let before = try await rows(system)
        var newer = export
        // The first two days are before its range; it has no yoga, and none of the strap.
        newer.rows = [2, 5].flatMap {
            [Export.workout($0), Export.meal($0), Export.summary($0)]
        }

        let listed = try await system.runImport(newer, dryRun: true, reconcile: true)
        let untouched = try await rows(system)
        let minutes = try await system.sums("workoutDuration")
        let report = try await system.runImport(newer, reconcile: true)
        let after = try await rows(system)
        let fewer = try await system.sums("workoutDuration")
        let rollback = try await system.ingestion.call(
            Imports.rollBack, ImportLog.ImportRequest(id: report.id))

        let removed = try #require(report.removed)
        #expect(listed.removed == removed)
        #expect(untouched == before)
        #expect(removed.map(\.metric) == ["ActivitySummary", "Correlation", "Workout"])
        #expect(removed.map(\.type) == [nil, "Food", "Running"])
        #expect(removed.map(\.source) == ["", "Diary", "Watch"])
        #expect(removed.map(\.count) == [2, 2, 2])
        #expect(removed[0].samples.map(\.start) == ["2026-03-04", "2026-03-05"])
        #expect(
            before.subtracting(after) == [
                "Running Watch 2026-03-04", "Running Watch 2026-03-05", "Food Diary 2026-03-04",
                "Food Diary 2026-03-05", "2026-03-04", "2026-03-05",
            ])
        #expect(Set(minutes.keys).subtracting(fewer.keys) == ["2026-03-04", "2026-03-05"])
        #expect(rollback.stored == 6)
        #expect(try await rows(system) == before)
        #expect(try await system.sums("workoutDuration") == minutes)
    }

    @Test func `a later import with the route files adds their measures`() async throws {
        let system = try await TemporaryHealthSystem()
        var bare = export
        bare.rows = [Export.workout(0, routes: ["a.gpx", "b.gpx"])]
        let folder = "\(system.folder)/apple_health_export"
        let first = try await system.runImport(bare)
        try FileManager.default.createDirectory(
            atPath: "\(folder)/workout-routes", withIntermediateDirectories: true)
        _ = try system.write(bare, as: "apple_health_export/export.xml")
        _ = try system.write(
            Array(
                """
                <gpx><trk><trkseg><trkpt lon="13.0" lat="52.0"/><trkpt lon="13.0" lat="52.1"/>
                </trkseg></trk></gpx>
                """.utf8), as: "apple_health_export/workout-routes/a.gpx")

        let dryRun = try await system.runImport(folder, dryRun: true)
        let second = try await system.runImport(folder)
        let third = try await system.runImport(folder)
        let workouts = try await system.aggregation.call(
            Insights.workouts, Insights.DayRangeRequest()
        )
        .workouts

        #expect(first.stored == second.duplicate)
        #expect(dryRun.byType == second.byType)
        #expect(second.stored == 0)
        #expect(second.version == first.version + 1)
        #expect(third.version == second.version)
        #expect(workouts.count == 1)
        #expect(workouts[0].routes.map(\.points) == [2, nil])
        let meters = try #require(workouts[0].distanceMeters)
        #expect(abs(meters - 11_119) < 10)
        #expect(workouts[0].route?.box?.north == 52.1)
    }

    @Test func `a folder with several exports is not imported until one is named`()
        async throws
    {
        let system = try await TemporaryHealthSystem()
        let folder = "\(system.folder)/several"
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        let records = (0..<5).map { Export.Record.steps($0 * 600, 5) }
        _ = try system.write(Export(records: Array(records[..<2])), as: "several/a.xml")
        _ = try system.write(Export(records: records), as: "several/b.xml")

        let refusal = await #expect(throws: Status.self) { try await system.runImport(folder) }
        let inspection = try await system.ingestion.call(
            Imports.inspect, Imports.InspectRequest(path: folder))
        let report = try await system.runImport(inspection.files[1].path)

        #expect(refusal?.code == .failedPrecondition)
        #expect(refusal?.message.contains("2 exports") == true)
        #expect(refusal?.hint?.contains("dayline import \(folder)/a.xml") == true)
        #expect(inspection.importer == "apple-health")
        #expect(inspection.files.map(\.path) == ["\(folder)/a.xml", "\(folder)/b.xml"])
        #expect(inspection.files.map(\.first) == ["2026-03-01", "2026-03-01"])
        #expect(inspection.files.map(\.last) == ["2026-03-01", "2026-03-02"])
        #expect(inspection.files.allSatisfy { $0.bytes > 100 })
        #expect(report.stored == 5)
    }

    @Test func `a workout gains the details of a newer export format`() async throws {
        func export(_ parts: String, attributes: String = "") -> Export {
            var export = Export(records: [.steps(600, 5)])
            export.rows = [
                """
                 <Workout workoutActivityType="HKWorkoutActivityTypeRunning" sourceName="Watch" \
                startDate="2026-03-01 08:00:00 +0000" endDate="2026-03-01 09:00:00 +0000" \
                duration="60" durationUnit="min"\(attributes)>\(parts)</Workout>

                """
            ]
            return export
        }
        let system = try await TemporaryHealthSystem()
        let first = try await system.runImport(
            export("", attributes: " totalEnergyBurned=\"400\" totalEnergyBurnedUnit=\"kcal\""))
        let newer = export(
            """
            <MetadataEntry key="HKIndoorWorkout" value="0"/>
            <WorkoutStatistics type="HKQuantityTypeIdentifierActiveEnergyBurned" \
            startDate="2026-03-01 08:00:00 +0000" endDate="2026-03-01 09:00:00 +0000" \
            sum="400" unit="kcal"/>
            <WorkoutStatistics type="HKQuantityTypeIdentifierHeartRate" \
            startDate="2026-03-01 08:00:00 +0000" endDate="2026-03-01 09:00:00 +0000" \
            average="141" minimum="90" maximum="171" unit="count/min"/>
            """)

        let second = try await system.runImport(newer)
        let third = try await system.runImport(newer)
        let workouts = try await system.aggregation.call(
            Insights.workouts, Insights.DayRangeRequest()
        )
        .workouts

        #expect(second.stored == 0)
        #expect(second.version == first.version + 1)
        #expect(third.version == second.version)
        #expect(workouts.count == 1)
        #expect(workouts[0].statistics["heartRate"]?.average == 141)
        #expect(workouts[0].statistics["activeEnergyBurned"]?.sum == 400)
        #expect(workouts[0].metadata["HKIndoorWorkout"] == "0")
    }

    @Test func `a rollback restores the samples that reconciliation removed`() async throws {
        let system = try await TemporaryHealthSystem()
        try await system.runImport(export)
        let content = try await system.content()
        var newer = export
        newer.records.removeSubrange(40..<60)
        let report = try await system.runImport(newer, reconcile: true)

        let rollback = try await system.ingestion.call(
            Imports.rollBack, ImportLog.ImportRequest(id: report.id))

        #expect(report.removed?.first?.count == 20)
        #expect(rollback.stored == 20)
        #expect(try await system.content() == content)
        await #expect(throws: Status.self) {
            try await system.ingestion.call(
                Imports.rollBack, ImportLog.ImportRequest(id: rollback.id))
        }
    }

    @Test(arguments: [true, false])
    func `a damaged or truncated file removes nothing`(isTruncated: Bool) async throws {
        let system = try await TemporaryHealthSystem()
        try await system.runImport(export)
        var newer = export
        newer.records.removeSubrange(10..<20)
        newer.isComplete = !isTruncated
        if !isTruncated {
            newer.damage = ["<Record type=\"HKQuantityTypeIdentifierStepCount\"/>\n"]
        }

        let report = try await system.runImport(newer, reconcile: true)

        #expect(report.removed == nil)
        #expect(report.notice?.hasPrefix("Nothing was removed") == true)
        #expect(report.stored == 0)
        #expect(try await system.day("heartRate", "2026-03-01").samples.count == 48)
    }
}
