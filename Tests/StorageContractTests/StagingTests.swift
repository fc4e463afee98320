import Contracts
import RPC
import StorageTestKit
import Testing

@Suite(.temporaryStorage) struct StagingTests {
    @Test(arguments: DatabaseEngine.allCases)
    func `staged chunks are invisible until they are published`(engine: DatabaseEngine) async throws
    {
        let storage = try await engine.storage()
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

    @Test(arguments: DatabaseEngine.allCases)
    func `publishing again returns the first response`(engine: DatabaseEngine) async throws {
        let storage = try await engine.storage()
        let id = try await storage.begin()
        try await storage.stage([1], import: id)

        let first = try await storage.publish(id)
        let second = try await storage.publish(id)

        #expect(first.version == second.version)
        #expect(try await storage.publishedSegments() == [1])
    }

    @Test(arguments: StorageEngine.allCases)
    func `an import without new samples keeps the data version`(engine: StorageEngine) async throws
    {
        let storage = try await engine.storage()
        let first = try await storage.begin()
        try await storage.stage([1], import: first)
        try await storage.publish(first)

        let second = try await storage.publish(try await storage.begin())

        #expect(second.version == 1)
        #expect(second.metrics.isEmpty)
    }

    @Test(arguments: DatabaseEngine.allCases)
    func `a report is stored with its quarantined items`(engine: DatabaseEngine) async throws {
        let storage = try await engine.storage()
        let id = try await storage.begin()
        let item = QuarantinedItem(
            type: "stepCount", offset: 12, line: 3, reason: "no value", text: "<Record\u{FFFD}>")
        let report = ImportReport(
            id: id, importer: "test", file: "f", bytes: 9, seconds: 1,
            byType: ["stepCount": .init(read: 2, stored: 1, quarantined: 1)], problems: [],
            ignoredMetadata: [:], isTruncated: true, isDryRun: false, version: 0)

        _ = try await storage.client.call(
            Staging.publish, Staging.PublishRequest(id: id, report: report, quarantined: [item]))
        let entry = try await storage.client.call(ImportLog.get, ImportLog.ImportRequest(id: id))
        let listing = try await storage.client.call(ImportLog.list, ImportLog.ListRequest())

        #expect(entry.quarantinedItems == [item])
        #expect(entry.report.importedAt?.contains("T") == true)
        var expected = report
        expected.importedAt = entry.report.importedAt
        expected.canBeUndone = false
        #expect(entry.report == expected)
        #expect(listing.imports == [expected])
    }

    @Test(arguments: StorageEngine.allCases)
    func `an import of one profile cannot be used by another`(engine: StorageEngine) async throws {
        let storage = try await engine.storage()
        _ = try await storage.client.call(
            Profiles.add, Profiles.AddRequest(name: "kim", zone: "UTC"))
        let id = try await storage.begin()

        await #expect(throws: Status.self) {
            try await storage.stage([1], import: id, profile: "kim")
        }
        await #expect(throws: Status.self) { try await storage.publish(id, profile: "kim") }
    }

    @Test(arguments: DatabaseEngine.allCases)
    func `staging into another profile's series is refused`(engine: DatabaseEngine) async throws {
        let storage = try await engine.storage()
        _ = try await storage.client.call(
            Profiles.add, Profiles.AddRequest(name: "kim", zone: "UTC"))
        let own = try await storage.begin()
        try await storage.stage([1], import: own)
        let id = try await storage.begin(profile: "kim")
        let chunks = [ChunkRecord.sample(series: 1, segment: 1, byte: 1)]

        let code = await code(of: {
            _ = try await storage.client.call(
                Staging.stage, Packet(Staging.StageRequest(id: id), columns: chunks.columns),
                CallOptions(profile: "kim"))
        })

        #expect(code == .invalidArgument)
    }

    @Test(arguments: DatabaseEngine.allCases)
    func `sources that differ in spelling share a series`(engine: DatabaseEngine) async throws {
        let storage = try await engine.storage()
        let id = try await storage.begin()
        var other = SeriesKey.sample("stepCount")
        other.source = "PHONE"

        let declared = try await storage.client.call(
            Staging.declare, Staging.DeclareRequest(id: id, series: [.sample("stepCount"), other]))

        #expect(declared.ids.count == 2)
        #expect(declared.ids[0] == declared.ids[1])
        #expect(other == .sample("stepCount"))
    }

    @Test(arguments: DatabaseEngine.allCases)
    func `the unit of a metric is that of its first published import`(engine: DatabaseEngine)
        async throws
    {
        let storage = try await engine.storage()
        func declare(_ unit: String, _ id: Int64) async throws {
            var key = SeriesKey.sample("odd")
            key.unit = unit
            _ = try await storage.client.call(
                Staging.declare, Staging.DeclareRequest(id: id, series: [key]))
        }
        let aborted = try await storage.begin()
        try await declare("furlong", aborted)
        _ = try await storage.client.call(Staging.abort, Staging.AbortRequest(id: aborted))

        let next = try await storage.client.call(Staging.prepare, Empty())
        try await declare("cubit", storage.begin())
        let published = try await storage.begin()
        try await storage.stage([1], metric: "odd", import: published)
        try await storage.publish(published)
        let last = try await storage.client.call(Staging.prepare, Empty())
        let refused = try await storage.begin()
        let code = await code(of: { try await declare("furlong", refused) })

        #expect(next.units == [:])
        #expect(last.units == ["odd": "count"])
        #expect(last.version == 1)
        #expect(code == .failedPrecondition)
    }

    @Test(arguments: DatabaseEngine.allCases)
    func `rows staged by an unfinished import are removed at the next start`(
        engine: DatabaseEngine
    ) async throws {
        let storage = try await engine.storage()
        let published = try await storage.begin()
        try await storage.stage([1], import: published)
        try await storage.publish(published)
        let dead = try await storage.begin()
        try await storage.stage([2, 3], import: dead)

        let restarted = try await storage.restarted()

        #expect(try await restarted.publishedSegments() == [1])
        await #expect(throws: Status.self) { try await restarted.publish(dead) }
    }
}
