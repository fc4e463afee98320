import Contracts
import Foundation
import GRDB
import RPC
import Testing

@Suite struct StagingTests {
    @Test func `what is staged is invisible until it is published`() async throws {
        let storage = try await TemporaryStorage()
        defer { storage.remove() }
        let id = try await storage.begin()

        try await storage.stage([1, 2], import: id)
        let before = try await storage.publishedSegments()
        let published = try await storage.publish(id)
        let after = try await storage.publishedSegments()

        #expect(before.isEmpty)
        #expect(after == [1, 2])
        #expect(published.version == 1)
        #expect(published.metrics == ["stepCount"])
    }

    @Test func `publishing again answers as the first time`() async throws {
        let storage = try await TemporaryStorage()
        defer { storage.remove() }
        let id = try await storage.begin()
        try await storage.stage([1], import: id)

        let first = try await storage.publish(id)
        let second = try await storage.publish(id)

        #expect(first.version == second.version)
        #expect(try await storage.publishedSegments() == [1])
    }

    @Test func `an import without anything new leaves the data version`() async throws {
        let storage = try await TemporaryStorage()
        defer { storage.remove() }
        let first = try await storage.begin()
        try await storage.stage([1], import: first)
        try await storage.publish(first)

        let second = try await storage.publish(try await storage.begin())

        #expect(second.version == 1)
        #expect(second.metrics.isEmpty)
    }

    @Test func `what a dead import staged goes at the next start`() async throws {
        let storage = try await TemporaryStorage()
        defer { storage.remove() }
        let published = try await storage.begin()
        try await storage.stage([1], import: published)
        try await storage.publish(published)
        let dead = try await storage.begin()
        try await storage.stage([2, 3], import: dead)

        let restarted = try await TemporaryStorage(folder: storage.folder)

        #expect(try await restarted.publishedSegments() == [1])
        await #expect(throws: Status.self) { try await restarted.publish(dead) }
    }

    @Test func `a copy of the files taken in the middle of an import shows nothing of it`()
        async throws
    {
        let storage = try await TemporaryStorage()
        defer { storage.remove() }
        let id = try await storage.begin()
        try await storage.stage(Array(1...50), import: id)
        let copy = storage.folder + "-copy"
        try FileManager.default.copyItem(atPath: storage.folder, toPath: copy)

        let recovered = try await TemporaryStorage(folder: copy)
        defer { recovered.remove() }

        #expect(try await recovered.publishedSegments().isEmpty)
    }

    @Test func `a chunk that an import replaces is read as it staged it`() async throws {
        let storage = try await TemporaryStorage()
        defer { storage.remove() }
        let first = try await storage.begin()
        try await storage.stage([1], import: first, byte: 1)
        try await storage.publish(first)
        let second = try await storage.begin()
        try await storage.stage([1], import: second, byte: 2)

        let request = Packet(
            Staging.Read(id: second),
            columns: [Column("series", [Int64(1)]), Column("segment", [Int64(1)])])
        let reply = try await storage.client.call(Staging.read, request)

        #expect(try [ChunkRecord](columns: reply.columns).map(\.hashLow) == [2])
    }

    @Test func `a chunk that is as it was is no change`() async throws {
        let storage = try await TemporaryStorage()
        defer { storage.remove() }
        let first = try await storage.begin()
        try await storage.stage([1, 2], import: first)
        try await storage.publish(first)
        let second = try await storage.begin()
        try await storage.stage([1, 2], import: second)

        let published = try await storage.publish(second)

        #expect(published.version == 1)
        #expect(published.metrics.isEmpty)
        #expect(try await storage.publishedSegments() == [1, 2])
    }

    @Test func `data of chunks that are replaced or given up is freed`() async throws {
        let storage = try await TemporaryStorage()
        defer { storage.remove() }
        for byte: UInt8 in [1, 2, 2, 3] {
            let id = try await storage.begin()
            try await storage.stage([1, 2], import: id, byte: 9)
            try await storage.stage([1, 2], import: id, byte: byte)
            try await storage.publish(id)
        }
        let aborted = try await storage.begin()
        try await storage.stage([3], import: aborted)
        _ = try await storage.client.call(Staging.abort, Staging.Import(id: aborted))

        let rows = try await DatabaseQueue(path: storage.path).read {
            try Int.fetchOne($0, sql: "SELECT count(*) FROM chunk_data")
        }

        #expect(rows == 2)
    }

    @Test func `another spelling of a source is the same series`() async throws {
        let storage = try await TemporaryStorage()
        defer { storage.remove() }
        let id = try await storage.begin()
        var other = SeriesKey.sample("stepCount")
        other.source = "PHONE"

        let declared = try await storage.client.call(
            Staging.declare, Staging.Declare(id: id, series: [.sample("stepCount"), other]))

        #expect(declared.ids.count == 2)
        #expect(declared.ids[0] == declared.ids[1])
        #expect(other == .sample("stepCount"))
    }

    @Test func `the unit of a metric is that of the first import that is published`() async throws {
        let storage = try await TemporaryStorage()
        defer { storage.remove() }
        func declare(_ unit: String, _ id: Int64) async throws {
            var key = SeriesKey.sample("odd")
            key.unit = unit
            _ = try await storage.client.call(
                Staging.declare, Staging.Declare(id: id, series: [key]))
        }
        let given = try await storage.begin()
        try await declare("furlong", given)
        _ = try await storage.client.call(Staging.abort, Staging.Import(id: given))

        let next = try await storage.client.call(Staging.prepare, Empty())
        try await declare("cubit", storage.begin())
        let kept = try await storage.begin()
        try await storage.stage([1], metric: "odd", import: kept)
        try await storage.publish(kept)
        let last = try await storage.client.call(Staging.prepare, Empty())
        let refused = try await storage.begin()
        let code = await code(of: { try await declare("furlong", refused) })

        #expect(next.units == [:])
        #expect(last.units == ["odd": "count"])
        #expect(last.version == 1)
        #expect(code == .failedPrecondition)
    }

    @Test func `a series of another profile cannot be staged into`() async throws {
        let storage = try await TemporaryStorage()
        defer { storage.remove() }
        _ = try await storage.client.call(Profiles.add, Profiles.Add(name: "kim", zone: "UTC"))
        let own = try await storage.begin()
        try await storage.stage([1], import: own)
        let id = try await storage.begin(profile: "kim")
        let chunks = [ChunkRecord.sample(series: 1, segment: 1, byte: 1)]

        let code = await code(of: {
            _ = try await storage.client.call(
                Staging.stage, Packet(Staging.Stage(id: id), columns: chunks.columns),
                CallOptions(profile: "kim"))
        })

        #expect(code == .invalidArgument)
    }

    @Test func `a report is kept with the items that were damaged`() async throws {
        let storage = try await TemporaryStorage()
        defer { storage.remove() }
        let id = try await storage.begin()
        let item = QuarantinedItem(
            type: "stepCount", offset: 12, line: 3, reason: "no value", text: "<Record\u{FFFD}>")
        let report = ImportReport(
            id: id, importer: "test", file: "f", bytes: 9, seconds: 1,
            byType: ["stepCount": .init(read: 2, stored: 1, quarantined: 1)], problems: [],
            ignoredMetadata: [:], isTruncated: true, isDryRun: false, version: 0)

        _ = try await storage.client.call(
            Staging.publish, Staging.Publish(id: id, report: report, quarantined: [item]))
        let entry = try await storage.client.call(ImportLog.get, ImportLog.Get(id: id))
        let listing = try await storage.client.call(ImportLog.list, Empty())

        #expect(entry.quarantinedItems == [item])
        #expect(entry.report == report)
        #expect(listing.imports == [report])
    }

    @Test func `a long index comes in pages that tell every chunk once`() async throws {
        let storage = try await TemporaryStorage()
        defer { storage.remove() }
        let id = try await storage.begin()
        for metric in ["a", "b", "c"] {
            try await storage.stage(Array(0..<6000), metric: metric, import: id, size: 1)
        }
        try await storage.publish(id)

        let segments = try await storage.publishedSegments()

        #expect(segments == (0..<6000).flatMap { [Int64($0), Int64($0), Int64($0)] })
    }

    @Test func `a copy of the files taken after publishing shows all of it`() async throws {
        let storage = try await TemporaryStorage()
        defer { storage.remove() }
        let id = try await storage.begin()
        try await storage.stage(Array(1...50), import: id)
        try await storage.publish(id)
        let copy = storage.folder + "-copy"
        try FileManager.default.copyItem(atPath: storage.folder, toPath: copy)

        let recovered = try await TemporaryStorage(folder: copy)
        defer { recovered.remove() }

        #expect(try await recovered.publishedSegments() == Array(1...50))
        #expect(try await recovered.client.call(ImportLog.list, Empty()).imports.count == 1)
    }

    @Test func `an import of one profile cannot be named by another`() async throws {
        let storage = try await TemporaryStorage()
        defer { storage.remove() }
        _ = try await storage.client.call(
            Profiles.add, Profiles.Add(name: "kim", zone: "UTC"))
        let id = try await storage.begin()

        await #expect(throws: Status.self) {
            try await storage.stage([1], import: id, profile: "kim")
        }
        await #expect(throws: Status.self) { try await storage.publish(id, profile: "kim") }
    }

    /// An hour's run, with the routes that it names.
    private func run(_ routes: [Workout.Route]) -> HealthRow {
        .workout(
            Workout(
                type: "Running", source: "Watch", sourceKey: "Watch", device: "", start: 0,
                end: 3_600_000, seconds: 3600, routes: routes))
    }

    private func workouts(of storage: TemporaryStorage) async throws -> [HealthRow] {
        let found = Collected<HealthRow>()
        _ = try await storage.client.stream(
            StoredRows.workouts, StoredRows.Range(), CallOptions()
        ) { page in
            try await found.add(page.workouts().map { .workout($0.workout) })
        }
        return await found.values
    }

    @Test func `a route that was not measured is, once its file comes, and stays so`() async throws
    {
        let storage = try await TemporaryStorage()
        defer { storage.remove() }
        let bare = run([.init(file: "/a.gpx"), .init(file: "/b.gpx")])
        let measured = run([
            .init(file: "/b.gpx", points: 3, distanceMeters: 20),
            .init(file: "/c.gpx", points: 1, distanceMeters: 0),
        ])
        func publish(_ row: HealthRow) async throws -> (isNew: [Bool], version: Int64) {
            let id = try await storage.begin()
            let staged = try await storage.client.call(
                Staging.stageRows, Staging.StageRows(id: id, rows: [row]))
            return (staged.isNew, try await storage.publish(id).version)
        }

        let first = try await publish(bare)
        let found = try await storage.client.call(
            Staging.lookUpRows, Staging.Rows(rows: [measured]))
        let second = try await publish(measured)
        let third = try await publish(bare)
        let known = try await storage.client.call(
            Staging.lookUpRows, Staging.Rows(rows: [bare, measured]))

        #expect(found == Staging.RowsFound(isNew: [false], isWorthStaging: true))
        #expect([first.isNew, second.isNew, third.isNew] == [[true], [false], [false]])
        #expect([first.version, second.version, third.version] == [1, 2, 2])
        #expect(known == Staging.RowsFound(isNew: [false, false], isWorthStaging: false))
        #expect(
            try await workouts(of: storage) == [
                run([
                    .init(file: "/a.gpx"), .init(file: "/b.gpx", points: 3, distanceMeters: 20),
                    .init(file: "/c.gpx", points: 1, distanceMeters: 0),
                ])
            ])
    }

    @Test func `rows that are taken out are kept with the import, and there until it is published`()
        async throws
    {
        let storage = try await TemporaryStorage()
        defer { storage.remove() }
        let summary = HealthRow.activitySummary(
            ActivitySummary(day: "2026-01-01", values: ["a": 1], goals: [:], unit: "kcal"))
        let rows = [summary, run([])]
        let first = try await storage.begin()
        _ = try await storage.client.call(
            Staging.stageRows, Staging.StageRows(id: first, rows: rows))
        try await storage.publish(first)
        let given = try await storage.begin()
        let second = try await storage.begin()
        for id in [given, second] {
            _ = try await storage.client.call(
                Staging.removeRows, Staging.StageRows(id: id, rows: rows))
        }
        _ = try await storage.client.call(Staging.abort, Staging.Import(id: given))

        let before = try await workouts(of: storage)
        let published = try await storage.publish(second)
        let kept = Collected<HealthRow>()
        _ = try await storage.client.stream(
            ImportLog.removedRows, ImportLog.Get(id: second), CallOptions()
        ) { await kept.add($0.rows) }

        #expect(before == [run([])])
        #expect(published.version == 2)
        #expect(published.metrics.sorted() == ["workoutCount", "workoutDuration", "workoutEnergy"])
        #expect(try await workouts(of: storage).isEmpty)
        #expect(await kept.values == rows)
        let found = try await storage.client.call(Staging.lookUpRows, Staging.Rows(rows: rows))
        #expect(found.isNew == [true, true])
    }

    @Test func `rows are new once`() async throws {
        let storage = try await TemporaryStorage()
        defer { storage.remove() }
        let summary = HealthRow.activitySummary(
            ActivitySummary(day: "2026-01-01", values: ["a": 1], goals: [:], unit: "kcal"))
        let first = try await storage.begin()
        let rows = try Staging.StageRows(id: first, rows: [summary, summary])

        let staged = try await storage.client.call(Staging.stageRows, rows)
        try await storage.publish(first)
        let second = try await storage.begin()
        let again = try await storage.client.call(
            Staging.stageRows, Staging.StageRows(id: second, rows: [summary]))

        #expect(staged.isNew == [true, false])
        #expect(again.isNew == [false])
    }
}
