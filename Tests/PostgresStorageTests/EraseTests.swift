import Contracts
import PostgresClient
import PostgresServer
import RPC
import StorageTestKit
import Testing
import Tracker

@Suite(.temporaryStorage) struct EraseTests {
    private static let limit = Duration.seconds(60)

    /// The number of rows with `text` in any column, in all tables of all profiles.
    private func rows(with text: String, in database: String) async throws -> [String] {
        let connection = try await PostgresConnection.open(
            TemporaryPostgres.shared.get().address(of: database), within: Self.limit)
        defer { connection.close() }
        let tables = try await connection.run(
            [
                PostgresQuery(
                    "SELECT tablename::text FROM pg_tables WHERE schemaname = 'dayline' ORDER BY 1")
            ], within: Self.limit)[0].rows.map { try $0.text(0) }
        var found: [String] = []
        for table in tables {
            let count = try await connection.run(
                [
                    PostgresQuery(
                        "SELECT count(*) FROM dayline.\(table) AS r WHERE r::text ILIKE $1",
                        .text("%\(text)%"))
                ], within: Self.limit)[0].first?.int64(0)
            if count ?? 0 > 0 { found.append(table) }
        }
        return found
    }

    /// Adds records, a setting, samples, rejected input and a removed entry; all have the text "xylo".
    private func plant(_ storage: TemporaryPostgresStorage, in profile: String) async throws {
        let options = CallOptions(profile: profile, idempotencyKey: "xylokey-\(profile)")
        _ = try await storage.client.call(
            TrackerRecords.apply,
            TrackerRecords.ApplyRequest(
                summary: "xylosummary", changes: [change(entry("xyloentry", note: "xylonote"))]),
            options)
        _ = try await storage.client.call(
            Settings.set, Settings.SetRequest(key: "xylosetting", value: "xylovalue"),
            CallOptions(profile: profile))
        let id = try await storage.begin(profile: profile)
        try await storage.stage([1], import: id, profile: profile)
        let report = ImportReport(
            id: id, importer: "test", file: "xylo.xml", bytes: 1, seconds: 0, byType: [:],
            problems: [], ignoredMetadata: [:], isTruncated: false, isDryRun: false, version: 0)
        _ = try await storage.client.call(
            Staging.publish,
            Staging.PublishRequest(
                id: id, report: report,
                quarantined: [
                    QuarantinedItem(
                        type: "xylotype", offset: 0, line: 1, reason: "xyloreason", text: "xylo")
                ]), CallOptions(profile: profile))
    }

    @Test(arguments: ["guest", "default"])
    func `an erased profile is in no table, and others keep their data`(name: String) async throws {
        let storage = try await TemporaryPostgresStorage()
        for profile in ["guest", "other"] {
            _ = try await storage.client.call(
                Profiles.add, Profiles.AddRequest(name: profile, zone: "UTC"))
        }
        try await plant(storage, in: name)
        let before = try await rows(with: "xylo", in: storage.database)
        _ = try await storage.client.call(
            TrackerRecords.apply,
            TrackerRecords.ApplyRequest(summary: "log", changes: [change(entry("kept"))]),
            CallOptions(profile: "other"))

        let erased = try await storage.client.call(
            Profiles.erase, Profiles.RemoveRequest(name: name), CallOptions(profile: name))

        #expect(
            Set(before).isSuperset(of: ["change", "entry", "import", "quarantined", "setting"]))
        #expect(try await rows(with: "xylo", in: storage.database) == [])
        #expect(erased.serverCopies?.contains("VACUUM") == true)
        let names = try await storage.client.call(Profiles.list, Empty()).profiles.map(\.name)
        #expect(names == (name == "guest" ? ["default", "other"] : ["default", "guest", "other"]))
        let others = try await storage.client.call(
            TrackerRecords.entries, TrackerRecords.EntriesRequest(after: 0),
            CallOptions(profile: "other")
        ).entries()
        #expect(others.map(\.entry.id.rawValue) == ["kept"])
    }

    @Test func `the erased default profile is read again, and can be used`() async throws {
        let storage = try await TemporaryPostgresStorage()
        try await apply(storage, "log", change(entry("a")))
        let known = try await storage.client.call(Changes.since, Changes.SinceRequest(number: 0))

        _ = try await storage.client.call(Profiles.erase, Profiles.RemoveRequest(name: "default"))
        try await apply(storage, "log", change(entry("b")))

        let news = try await storage.client.call(
            Changes.since, Changes.SinceRequest(number: known.latest))
        #expect(news.changes.map(\.kind) == [Changes.restoredKind, TrackerRecords.entryKind])
        #expect(try await entries(storage).map(\.id.rawValue) == ["b"])
    }
}
