import CivilTime
import Contracts
import RPC
import StorageTestKit
import Testing

/// Metrics derived from other metrics or from workouts.
@Suite(.temporaryStorage) struct DerivedTests {
    private let second: Int64 = 1000
    private let day: Int64 = 86_400_000

    private func workout(startingOn day: Int64, _ source: String = "Watch") -> HealthRow {
        .workout(
            Workout(
                type: "Running", source: source, sourceKey: source, device: "",
                start: day * self.day + 40_000 * second, end: day * self.day + 44_000 * second,
                seconds: 3600))
    }

    private func publish(
        _ rows: [HealthRow], to storage: any StorageUnderTest
    ) async throws -> Staging.PublishResponse {
        let id = try await storage.begin()
        _ = try await storage.client.call(
            Staging.stageRows, Staging.StageRowsRequest(id: id, rows: rows))
        return try await storage.publish(id)
    }

    @Test(arguments: DatabaseEngine.allCases)
    func `changed sleep stages mark the night and its neighbours as dirty`(engine: DatabaseEngine)
        async throws
    {
        let storage = try await engine.storage()
        let id = try await storage.begin()
        try await storage.stage([0], metric: "sleepAnalysis", import: id)

        let published = try await storage.publish(id)

        #expect(published.metrics == ["sleepAnalysis", "sleepHours"])
        #expect(
            try await storage.dirtyDays() == ["sleepAnalysis": [-1...1], "sleepHours": [-3...3]])
    }

    @Test(arguments: DatabaseEngine.allCases)
    func `new workouts mark their days as dirty, and known ones do not`(engine: DatabaseEngine)
        async throws
    {
        let storage = try await engine.storage()
        let metrics = ["workoutCount", "workoutDuration", "workoutEnergy"]

        let first = try await publish([workout(startingOn: 10)], to: storage)
        let dirty = try await storage.dirtyDays()
        try await storage.fold(until: first.version)
        let second = try await publish(
            [workout(startingOn: 10), workout(startingOn: 500)], to: storage)

        #expect(first.metrics.sorted() == metrics)
        #expect(dirty == Dictionary(uniqueKeysWithValues: metrics.map { ($0, [9...11]) }))
        #expect(second.version == 2)
        #expect(try await storage.dirtyDays()["workoutCount"] == [499...501])
    }

    @Test(arguments: DatabaseEngine.allCases)
    func `adding or removing a workout marks the days of all workouts that it connects`(
        engine: DatabaseEngine
    )
        async throws
    {
        let storage = try await engine.storage()
        func hike(_ source: String, from: Int64, to: Int64, type: String = "Hiking") -> HealthRow {
            .workout(
                Workout(
                    type: type, source: source, sourceKey: source, device: "", start: from * day,
                    end: to * day + day / 2, seconds: nil))
        }
        let first = try await publish(
            [
                hike("Watch", from: 100, to: 102), hike("Watch", from: 104, to: 106),
                hike("Watch", from: 101, to: 300, type: "Other"),
                hike("Watch", from: 500, to: 500),
            ], to: storage)
        try await storage.fold(until: first.version)

        // Connects the first two hikes.
        let joining = hike("Phone", from: 102, to: 105)
        let second = try await publish([joining], to: storage)
        let dirty = try await storage.dirtyDays()["workoutDuration"]
        try await storage.fold(until: second.version)
        let id = try await storage.begin()
        _ = try await storage.client.call(
            Staging.removeRows, Staging.StageRowsRequest(id: id, rows: [joining]))
        _ = try await storage.publish(id)

        #expect(dirty == [99...107])
        #expect(try await storage.dirtyDays()["workoutDuration"] == [99...107])
    }

    @Test(arguments: StorageEngine.allCases)
    func `workouts that last into a range are read with those that start in it`(
        engine: StorageEngine
    ) async throws {
        let storage = try await engine.storage()
        _ = try await publish((8...12).map { workout(startingOn: $0) }, to: storage)
        let found = ValueCollector<Int64>()

        let range = HealthRows.RangeRequest(to: 12 * day, lastingFrom: 9 * day + 43_000 * second)
        _ = try await storage.client.stream(HealthRows.workouts, range, CallOptions()) { page in
            try await found.add(page.workouts().map { $0.workout.start / day })
        }

        #expect(await found.values == [9, 10, 11])
    }

    @Test(arguments: StorageEngine.allCases)
    func `workouts are read in the order of their start, each with a stable identifier`(
        engine: StorageEngine
    )
        async throws
    {
        let storage = try await engine.storage()
        let rows = (0..<600).map { workout(startingOn: Int64(600 - $0)) }
        _ = try await publish(rows, to: storage)
        let found = ValueCollector<HealthRows.WorkoutPage.Identified>()

        let range = HealthRows.RangeRequest(from: 100 * day, to: 500 * day)
        _ = try await storage.client.stream(HealthRows.workouts, range, CallOptions()) { page in
            try await found.add(page.workouts())
        }

        let workouts = await found.values
        #expect(workouts.map { $0.workout.start / day } == Array(100..<500))
        #expect(Set(workouts.map(\.id)).count == 400)
        #expect(workouts.allSatisfy { $0.id.utf8.count == 16 })
    }

    @Test(arguments: StorageEngine.allCases)
    func `correlations and summaries are read back as they were`(engine: StorageEngine) async throws
    {
        let storage = try await engine.storage()
        let correlation = Correlation(
            type: "BloodPressure", source: "Cuff", sourceKey: "Cuff", start: 5, end: 5,
            members: [.init(metric: "bloodPressureSystolic", start: 5, end: 5, value: 120)],
            metadata: ["a": "b"])
        let summary = ActivitySummary(
            day: "2026-01-05", values: ["activeEnergyBurned": 500], goals: [:], unit: "Cal")
        _ = try await publish(
            [.correlation(correlation), .activitySummary(summary)], to: storage)
        let correlations = ValueCollector<Correlation>()
        let summaries = ValueCollector<ActivitySummary>()

        _ = try await storage.client.stream(
            HealthRows.correlations, HealthRows.RangeRequest(), CallOptions()
        ) { await correlations.add($0.correlations) }
        _ = try await storage.client.stream(HealthRows.summaries, Empty(), CallOptions()) {
            await summaries.add($0.summaries)
        }

        #expect(await correlations.values == [correlation])
        #expect(await summaries.values == [summary])
    }

    @Test(arguments: StorageEngine.allCases)
    func `a derived metric is listed when it has day totals`(engine: StorageEngine) async throws {
        let storage = try await engine.storage()
        let id = try await storage.begin()
        try await storage.stage([0], metric: "sleepAnalysis", import: id)
        let version = try await storage.publish(id).version

        let before = try await storage.client.call(Days.metrics, Empty()).metrics.map(\.metric)
        try await storage.foldEverything(until: version)
        let after = try await storage.client.call(Days.metrics, Empty()).metrics

        #expect(before == ["sleepAnalysis"])
        #expect(after.map(\.metric) == ["sleepAnalysis", "sleepHours"])
        #expect(after.last?.unit == "hr")
        #expect(after.last?.sources == ["Phone"])
    }

    @Test(arguments: DatabaseEngine.allCases)
    func `a change of the zone from a day marks that day and later ones, also of workouts`(
        engine: DatabaseEngine
    )
        async throws
    {
        let storage = try await engine.storage()
        let id = try await storage.begin()
        try await storage.stage([0, 100], metric: "heartRate", import: id)
        try await storage.stage([0], metric: "bodyMass", import: id)
        _ = try await storage.client.call(
            Staging.stageRows,
            Staging.StageRowsRequest(
                id: id, rows: [workout(startingOn: 3), workout(startingOn: 900)]))
        let version = try await storage.publish(id).version
        try await storage.fold(until: version)

        let change = ZoneChange(from: CivilDate(days: 600), zone: "Asia/Tokyo")
        _ = try await storage.client.call(
            Profiles.setZone, Profiles.SetZoneRequest(name: "default", change: change))

        #expect(
            try await storage.dirtyDays() == [
                "heartRate": [598...1214], "workoutCount": [598...901],
                "workoutDuration": [598...901], "workoutEnergy": [598...901],
            ])
    }
}
