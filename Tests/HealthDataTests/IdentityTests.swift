import CivilTime
import Contracts
import RPC
import Randomness
import Synchronization
import Testing

/// The identity of samples and rows, in any order of imports.
@Suite struct IdentityTests {
    static func food(_ name: String, _ kcal: String) -> String {
        let time = "2026-03-01 12:00:00 +0000"
        return """
             <Correlation type="HKCorrelationTypeIdentifierFood" sourceName="Diary" \
            startDate="\(time)" endDate="\(time)"><MetadataEntry key="HKFoodType" value="\(name)"/>
              <Record type="HKQuantityTypeIdentifierDietaryEnergyConsumed" sourceName="Diary" \
            unit="kcal" startDate="\(time)" endDate="\(time)" value="\(kcal)"/>
             </Correlation>

            """
    }

    @Test(arguments: [["Pie", "Apple", "Pear"], ["Pear", "Apple", "Pie"]])
    func `foods of one time are stored separately, and are duplicates in a second import`(
        names: [String]
    ) async throws {
        let system = try await TemporaryHealthSystem()
        let energy = ["Pie": "500", "Apple": "80", "Pear": "80"]
        let foods = names.map { Self.food($0, energy[$0] ?? "") }

        let first = try await system.runImport(Export(rows: foods + [foods[0]]))
        let second = try await system.runImport(Export(rows: foods.reversed()))
        let sums = try await system.sums("dietaryEnergyConsumed")
        let third = try await system.runImport(Export(rows: [foods[1]]), reconcile: true)
        let stored = try await system.aggregation.call(
            Insights.correlations, Insights.DayRangeRequest())

        #expect(first.byType["Correlation"]?.stored == 3)
        #expect(first.byType["Correlation"]?.duplicate == 1)
        #expect(second.byType["Correlation"]?.duplicate == 3)
        #expect(third.removed?.first { $0.metric == "Correlation" }?.count == 2)
        #expect(stored.correlations.compactMap { $0.metadata["HKFoodType"] } == [names[1]])
        #expect(sums == ["2026-03-01": 580])
    }

    @Test func `a food in another unit is a duplicate`() async throws {
        let system = try await TemporaryHealthSystem()
        try await system.runImport(Export(rows: [Self.food("Pie", "512.34")]))
        let other = Self.food("Pie", "2143.63056").replacing("kcal", with: "kJ")

        let report = try await system.runImport(Export(rows: [other]))

        #expect(report.stored == 0)
    }

    private static func summary(_ kcal: Int, _ exported: Int) -> String {
        """
         <ExportDate value="2026-03-\(exported < 10 ? "0" : "")\(exported) 12:00:00 +0000"/>
         <ActivitySummary dateComponents="2026-03-01" activeEnergyBurned="\(kcal)" \
        activeEnergyBurnedGoal="600" activeEnergyBurnedUnit="kcal"/>

        """
    }

    private func summaries(_ system: TemporaryHealthSystem) async throws -> [ActivitySummary] {
        let found = Mutex<[ActivitySummary]>([])
        _ = try await system.storage.stream(HealthRows.summaries, Empty()) { page in
            found.withLock { $0 += page.summaries }
        }
        return found.withLock { $0 }
    }

    /// The rows have the energy and the day of the export; the last export corrects the day
    /// downwards.
    @Test(arguments: UInt64(0)..<6)
    func `the activity summary of the newest export is stored`(seed: UInt64) async throws {
        let system = try await TemporaryHealthSystem()
        var random = SplitMix64(seed: seed)
        var rows = [(400, 1), (520, 2), (510, 3), (500, 3)].map(Self.summary)
        for i in rows.indices.dropFirst() { rows.swapAt(i, random.below(i + 1)) }
        // Some rows are in one file, the others in one file each.
        let together = 1 + random.below(rows.count)

        try await system.runImport(Export(rows: Array(rows[..<together])))
        for row in rows[together...] { try await system.runImport(Export(rows: [row])) }

        let stored = try await summaries(system)
        #expect(stored.map(\.values) == [["activeEnergyBurned": 510]], "seed \(seed)")
    }

    @Test func `a changed summary is new, and an unchanged one is a duplicate`() async throws {
        let system = try await TemporaryHealthSystem()
        let first = try await system.runImport(Export(rows: [Self.summary(400, 1)]))
        let dryRun = try await system.runImport(
            Export(rows: [Self.summary(500, 2)]), dryRun: true)
        let second = try await system.runImport(Export(rows: [Self.summary(500, 2)]))
        let again = try await system.runImport(Export(rows: [Self.summary(500, 3)]))
        let older = try await system.runImport(Export(rows: [Self.summary(400, 1)]))

        #expect(
            [first, dryRun, second, again, older].map(\.stored) == [1, 1, 1, 0, 0])
        #expect(again.version == second.version)
        #expect(try await summaries(system).map(\.values) == [["activeEnergyBurned": 500]])
    }

    /// A record of steps. Each value has another memory address in the text of its device.
    private static func steps(
        _ value: Int, device: String, hours: ClosedRange<Int> = 18...19, source: String = "App"
    ) -> String {
        """
         <Record type="HKQuantityTypeIdentifierStepCount" sourceName="\(source)" unit="count" \
        device="&lt;&lt;HKDevice: 0x\(value)&gt;, name:\(device)&gt;" \
        startDate="2026-03-01 \(hours.lowerBound):00:00 +0000" \
        endDate="2026-03-01 \(hours.upperBound):00:00 +0000" value="\(value)"/>

        """
    }

    @Test(arguments: UInt64(0)..<8)
    func `two devices of one source give the same day in any order`(
        seed: UInt64
    ) async throws {
        var random = SplitMix64(seed: seed)
        var rows = [
            Self.steps(100, device: "A"), Self.steps(200, device: "B"),
            Self.steps(300, device: "C", hours: 18...18),
            Self.steps(50, device: "B", hours: 19...20),
            Self.steps(70, device: "A", hours: 19...20),
        ]
        for i in rows.indices.dropFirst() { rows.swapAt(i, random.below(i + 1)) }
        let together = random.below(rows.count + 1)
        let system = try await TemporaryHealthSystem()

        try await system.runImport(Export(rows: Array(rows[..<together])))
        for row in rows[together...] { try await system.runImport(Export(rows: [row])) }
        let days = try await system.aggregation.call(
            Insights.days, Insights.DaysRequest(name: "stepCount")
        ).days

        // Of samples that start together, the longest counts, and of equally long ones that of the first
        // device: 100 + 70.
        #expect(days.map(\.sum) == [170], "seed \(seed)")
        #expect(days.map(\.last) == [70], "seed \(seed)")
    }

    @Test func `a day that only has the end of a sample has no minimum or maximum`() async throws {
        let system = try await TemporaryHealthSystem()
        let record = Self.steps(150, device: "A").replacing(
            "endDate=\"2026-03-01 19", with: "endDate=\"2026-03-02 06")

        try await system.runImport(Export(rows: [record]))
        let day = try #require(
            try await system.aggregation.call(
                Insights.days, Insights.DaysRequest(name: "stepCount")
            ).days.last)

        #expect(day.sum == 75)
        #expect(day.samples == 0)
        #expect([day.average, day.min, day.max, day.last] == [nil, nil, nil, nil])
        #expect(try !JSONBody.encode(day).text.contains("\"average\""))
    }

    @Test func `Apple's totals of either name are compared, and days without samples are listed`()
        async throws
    {
        let system = try await TemporaryHealthSystem()
        let rows = [0, 2, 5].map { day in
            """
             <Record type="HKQuantityTypeIdentifierAppleMoveTime" sourceName="W" unit="min" \
            startDate="2026-03-0\(day + 1) 08:00:00 +0000" \
            endDate="2026-03-0\(day + 1) 09:00:00 +0000" value="20"/>

            """
        }
        let totals = [(1, 20), (3, 30), (4, 25), (9, 10)].map { day, minutes in
            "<ActivitySummary dateComponents=\"2026-03-0\(day)\" appleMoveMinutes=\"\(minutes)\"/>"
        }

        try await system.runImport(Export(rows: rows + totals))
        let found = try await system.aggregation.call(
            Insights.summaryDifferences, Insights.SummaryDifferencesRequest(bound: 0.05))

        #expect(found.compared == 2)
        #expect(found.differences.map(\.day.description) == ["2026-03-03"])
        #expect(found.onlyApples.map(\.day.description) == ["2026-03-04", "2026-03-09"])
    }

    @Test(arguments: [true, false])
    func `a source with two spellings is shown once`(isPlainFirst: Bool) async throws {
        let system = try await TemporaryHealthSystem()
        var rows = [
            Self.steps(100, device: "A", source: "Sam's App"),
            Self.steps(50, device: "B", hours: 20...21, source: "Sam\u{2019}s\u{A0}App"),
        ]
        if !isPlainFirst { rows.reverse() }
        for row in rows { try await system.runImport(Export(rows: [row])) }

        let days = try await system.aggregation.call(
            Insights.days, Insights.DaysRequest(name: "stepCount", bySource: true)
        ).days
        let sources = try await system.aggregation.call(
            Insights.sources, Insights.SourcesRequest(name: "stepCount"))

        #expect(days.map(\.bySource) == [["Sam's App": 150]])
        #expect(sources.order == ["Sam's App"])
        #expect(Set(sources.sources.map(\.name)) == ["Sam's App"])
    }

    @Test func `an invalid element does not affect others`() async throws {
        let system = try await TemporaryHealthSystem()
        var export = Export()
        export.records = (0..<5).map { .steps($0 * 10, 100) }
        for value in ["2000000000000000", "1e308", "nan"] {
            var invalid = Export.Record.steps(900, 1)
            invalid.value = value
            export.records += [invalid, .steps(910, 7)]
        }
        export.rows =
            [
                """
                 <Record type="HKQuantityTypeIdentifierStepCount" sourceName="P" unit="count" \
                startDate="1900-01-01 00:00:00 +0100" endDate="1900-01-01 00:00:00 +0100" value="1"/>

                """,
                """
                 <Record type="HKQuantityTypeIdentifierHeartRateVariabilitySDNN" sourceName="W" unit="ms" \
                startDate="2026-03-01 08:00:00 +0000" endDate="2026-03-01 08:00:00 +0000" value="40">
                  <HeartRateVariabilityMetadataList><InstantaneousBeatsPerMinute bpm="1e16" \
                time="8:00:00,00 AM"/></HeartRateVariabilityMetadataList></Record>

                """,
                """
                 <Workout workoutActivityType="HKWorkoutActivityTypeRunning" duration="1e308" \
                durationUnit="min" sourceName="W" startDate="2026-03-01 08:00:00 +0000" \
                endDate="2026-03-01 09:00:00 +0000"><WorkoutStatistics sum="1e308" unit="km" \
                type="HKQuantityTypeIdentifierDistanceWalkingRunning"/></Workout>

                """,
            ]
            + ["a\u{0}b", "a\u{0}c", "a\u{0}b"].map { device in
                """
                 <Record type="HKQuantityTypeIdentifierStepCount" sourceName="N" device="\(device)" \
                unit="count" startDate="2026-03-01 10:00:00 +0000" endDate="2026-03-01 10:01:00 +0000" \
                value="1"/>

                """
            }

        let first = try await system.runImport(export)
        let second = try await system.runImport(export)

        #expect(first.quarantined == 4)
        #expect(first.byType["stepCount"]?.stored == 8)
        #expect(first.byType["Workout"]?.stored == 1)
        #expect(second.stored == 0)
    }

    @Test func `a metric with more series than a message holds is folded`() async throws {
        let system = try await TemporaryHealthSystem()
        let count = 6000
        let records = (0..<count).map { Export.Record.steps(0, 1, source: "Source \($0)") }

        let report = try await system.runImport(Export(records: records))
        let days = try await system.aggregation.call(
            Insights.days, Insights.DaysRequest(name: "stepCount"))

        #expect(report.stored == count)
        #expect(days.days.map(\.samples) == [count])
    }
}
