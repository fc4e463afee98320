import Contracts
import RPC
import StorageTestKit
import Testing

@Suite(.temporaryStorage) struct StagedRowTests {
    /// A run of one hour with routes.
    private func run(_ routes: [Workout.Route]) -> HealthRow {
        .workout(
            Workout(
                type: "Running", source: "Watch", sourceKey: "Watch", device: "", start: 0,
                end: 3_600_000, seconds: 3600, routes: routes))
    }

    private func workouts(of storage: any StorageUnderTest) async throws -> [HealthRow] {
        let found = ValueCollector<HealthRow>()
        _ = try await storage.client.stream(
            HealthRows.workouts, HealthRows.RangeRequest(), CallOptions()
        ) { page in
            try await found.add(page.workouts().map { .workout($0.workout) })
        }
        return await found.values
    }

    @Test(arguments: DatabaseEngine.allCases)
    func `a row is new only at its first import`(engine: DatabaseEngine) async throws {
        let storage = try await engine.storage()
        let summary = HealthRow.activitySummary(
            ActivitySummary(day: "2026-01-01", values: ["a": 1], goals: [:], unit: "kcal"))
        let first = try await storage.begin()
        let rows = try Staging.StageRowsRequest(id: first, rows: [summary, summary])

        let staged = try await storage.client.call(Staging.stageRows, rows)
        try await storage.publish(first)
        let second = try await storage.begin()
        let again = try await storage.client.call(
            Staging.stageRows, Staging.StageRowsRequest(id: second, rows: [summary]))

        #expect(staged.isNew == [true, false])
        #expect(again.isNew == [false])
    }

    @Test(arguments: DatabaseEngine.allCases)
    func `a later import completes the routes of a workout`(engine: DatabaseEngine) async throws {
        let storage = try await engine.storage()
        let bare = run([.init(file: "/a.gpx"), .init(file: "/b.gpx")])
        let measured = run([
            .init(file: "/b.gpx", points: 3, distanceMeters: 20),
            .init(file: "/c.gpx", points: 1, distanceMeters: 0),
        ])
        func publish(_ row: HealthRow) async throws -> (isNew: [Bool], version: Int64) {
            let id = try await storage.begin()
            let staged = try await storage.client.call(
                Staging.stageRows, Staging.StageRowsRequest(id: id, rows: [row]))
            return (staged.isNew, try await storage.publish(id).version)
        }

        let first = try await publish(bare)
        let found = try await storage.client.call(
            Staging.findRows, Staging.RowPage(rows: [measured]))
        let second = try await publish(measured)
        let third = try await publish(bare)
        let known = try await storage.client.call(
            Staging.findRows, Staging.RowPage(rows: [bare, measured]))

        #expect(found == Staging.FindRowsResponse(isNew: [false], isWorthStaging: true))
        #expect([first.isNew, second.isNew, third.isNew] == [[true], [false], [false]])
        #expect([first.version, second.version, third.version] == [1, 2, 2])
        #expect(known == Staging.FindRowsResponse(isNew: [false, false], isWorthStaging: false))
        #expect(
            try await workouts(of: storage) == [
                run([
                    .init(file: "/a.gpx"), .init(file: "/b.gpx", points: 3, distanceMeters: 20),
                    .init(file: "/c.gpx", points: 1, distanceMeters: 0),
                ])
            ])
    }

    @Test(arguments: DatabaseEngine.allCases)
    func `removed rows are visible until the import is published and kept with it`(
        engine: DatabaseEngine
    )
        async throws
    {
        let storage = try await engine.storage()
        let summary = HealthRow.activitySummary(
            ActivitySummary(day: "2026-01-01", values: ["a": 1], goals: [:], unit: "kcal"))
        let rows = [summary, run([])]
        let first = try await storage.begin()
        _ = try await storage.client.call(
            Staging.stageRows, Staging.StageRowsRequest(id: first, rows: rows))
        try await storage.publish(first)
        let aborted = try await storage.begin()
        let second = try await storage.begin()
        for id in [aborted, second] {
            _ = try await storage.client.call(
                Staging.removeRows, Staging.StageRowsRequest(id: id, rows: rows))
        }
        _ = try await storage.client.call(Staging.abort, Staging.AbortRequest(id: aborted))

        let before = try await workouts(of: storage)
        let published = try await storage.publish(second)
        let removed = ValueCollector<HealthRow>()
        _ = try await storage.client.stream(
            ImportLog.removedRows, ImportLog.ImportRequest(id: second), CallOptions()
        ) { await removed.add($0.rows) }

        #expect(before == [run([])])
        #expect(published.version == 2)
        #expect(published.metrics.sorted() == ["workoutCount", "workoutDuration", "workoutEnergy"])
        #expect(try await workouts(of: storage).isEmpty)
        #expect(await removed.values == rows)
        let found = try await storage.client.call(Staging.findRows, Staging.RowPage(rows: rows))
        #expect(found.isNew == [true, true])
    }
}
