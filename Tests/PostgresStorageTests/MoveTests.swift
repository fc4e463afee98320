import Contracts
import Foundation
import HostFiles
import PostgresClient
import PostgresStorage
import RPC
import StorageCore
import StorageService
import StorageTestKit
import Testing
import Tracker

@Suite(.temporaryStorage) struct MoveTests {
    private func folder() throws -> String {
        let path = NSTemporaryDirectory() + "dl-move-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        return path
    }

    private func profile(_ id: Int64, _ name: String = "default") -> MovedProfile {
        MovedProfile(
            id: id, name: name, dataVersion: 70, knownFrom: 3,
            lastNumbers: [.change: 900, .series: 800, .imports: 700, .originals: 600])
    }

    @Test func `rows of every table are equal after a move there and back`() async throws {
        let database = try await PostgresDatabases.shared.acquire()
        let folder = try folder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let first = try SQLiteRows(creating: "\(folder)/first.sqlite")
        try await first.replace(profile(1)) { writer in
            for table in MovedTable.all {
                try await writer.append(GeneratedRows.rows(of: table), to: table)
            }
        }
        let original = try await first.digests(of: 1)
        let pool = try PostgresDatabases.pool(of: database)
        defer { pool.close() }
        let server = PostgresRows(pool)

        let there = try await ProfileCopy(from: first, to: server)
            .copy(profile(1), as: profile(77), NumberShift())
        let again = try await ProfileCopy(from: first, to: server)
            .copy(profile(1), as: profile(77), NumberShift())
        let second = try SQLiteRows(creating: "\(folder)/second.sqlite")
        let back = try await ProfileCopy(from: server, to: second)
            .copy(profile(77), as: profile(5), NumberShift())

        #expect(original.values.allSatisfy { $0.rows > 2 })
        #expect(there.digests == original && !there.wasPresent)
        #expect(again.wasPresent)
        #expect(back.digests == original)
        #expect(try await second.digests(of: 5) == original)
        #expect(try await second.profile(5) == profile(5))
        #expect(try await server.profile(77) == profile(77))
        try await server.discard([77])
        #expect(try await server.profile(77) == nil)
        await PostgresDatabases.shared.release(database)
    }

    @Test func `a copy that differs from the original is written again`() async throws {
        let database = try await PostgresDatabases.shared.acquire()
        let folder = try folder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let source = try SQLiteRows(creating: "\(folder)/first.sqlite")
        try await source.replace(profile(1)) { writer in
            try await writer.append(GeneratedRows.rows(of: .tracked), to: .tracked)
        }
        let pool = try PostgresDatabases.pool(of: database)
        defer { pool.close() }
        let server = PostgresRows(pool)
        try await server.replace(profile(9)) { writer in
            try await writer.append(
                Array(GeneratedRows.rows(of: .tracked).dropLast()), to: .tracked)
        }

        let copied = try await ProfileCopy(from: source, to: server)
            .copy(profile(1), as: profile(9), NumberShift())

        #expect(!copied.wasPresent)
        #expect(try await server.digests(of: 9) == source.digests(of: 1))
        await PostgresDatabases.shared.release(database)
    }

    @Test func `an unpublished copy has no name, and answers as the original`() async throws {
        let source = try await TemporaryStorage()
        try await use(source, "a")
        let target = try await TemporaryPostgresStorage()
        let pool = try PostgresDatabases.pool(of: target.database)
        defer { pool.close() }
        let (rows, server) = (SQLiteRows(reading: source.path), PostgresRows(pool))
        let original = try #require(try await rows.profiles().first)
        var copy = original
        copy.id = 4711

        _ = try await ProfileCopy(from: rows, to: server).copy(original, as: copy, NumberShift())
        let answering = try await PostgresStorage(
            pool, systemZone: "UTC", unpublished: ["default": copy.id])
        let answers = try await AnswerComparison(
            of: "default", kinds: ["activity", "goal"], includesNumbers: true
        ).compare(source.client, with: Client(inProcess: answering))
        let before = try await entries(target).count
        try await server.publish([copy])

        #expect(answers > 8)
        #expect(before == 0)
        let later = try await TemporaryPostgresStorage(database: target.database)
        #expect(try await entries(later) == entries(source))
        let logged = try await apply(later, "log", change(entry("later")), key: "later")
        #expect(logged.first == original.lastNumbers[.change].map { $0 + 1 })
        // The key of a request from before the move.
        let repeated = try await log(later, "a")
        #expect(repeated.first == 1 && repeated.reply == "a reply")
        #expect(try await step(later, TrackerRecords.undo) == "log")
    }

    @Test func `profiles with equal numbers are renumbered on the way into a file`() async throws {
        let server = try await TemporaryPostgresStorage()
        _ = try await server.client.call(
            Profiles.add, Profiles.AddRequest(name: "anna", zone: "UTC"))
        for profile in ["default", "anna"] { try await use(server, "same", in: profile) }
        let pool = try PostgresDatabases.pool(of: server.database)
        defer { pool.close() }
        let folder = try folder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let source = PostgresRows(pool)
        let profiles = try await source.profiles()

        let shifts = try await NumberShifts.between(profiles, in: source)
        let path = "\(folder)/dayline.sqlite"
        let target = try SQLiteRows(creating: path)
        for (index, profile) in profiles.enumerated() {
            var copy = profile
            copy.id = Int64(index) + 1
            copy.lastNumbers = [.change: 100, .series: 100, .imports: 100, .originals: 100]
            _ = try await ProfileCopy(from: source, to: target)
                .copy(profile, as: copy, shifts[profile.id] ?? NumberShift())
        }
        try target.finish()

        #expect(shifts.count == 1)
        #expect(Set(shifts.values.flatMap(\.offsets.keys)) == Set(NumberSpace.allCases))
        #expect(shifts.values.first?.usedKeys == ["same-key"])
        let file = try await TemporaryStorage(folder: folder)
        defer { file.service.close() }
        for profile in ["default", "anna"] {
            let options = CallOptions(profile: profile)
            let imports = try await file.client.call(
                ImportLog.list, ImportLog.ListRequest(), options
            ).imports
            let found = try await file.client.call(
                ImportLog.get, ImportLog.ImportRequest(id: try #require(imports.first).id), options)
            #expect(found.report.id == imports[0].id && found.quarantinedItems.count == 1)
            #expect(try await file.publishedSegments(profile: profile) == [1])
            let log = try await file.client.call(
                Changes.since, Changes.SinceRequest(number: 0), options
            ).changes
            #expect(log.first { $0.kind == "import" }?.key == "\(imports[0].id)")
            let step = try #require(found.report.step)
            #expect(log.first { $0.number == step }?.kind == TrackerRecords.entryKind)
            let undone = try await file.client.call(
                TrackerRecords.undo, TrackerRecords.StepRequest(), options)
            #expect(undone.summary == "goal")
        }
        let checkup = try await file.client.call(
            Checkups.storage, Checkups.RunRequest(isRepairing: false))
        #expect(checkup.checks.filter { !$0.ok }.map(\.detail) == [])
    }

    @Test func `a profile of the same name is found with what it has`() async throws {
        let server = try await TemporaryPostgresStorage()
        let pool = try PostgresDatabases.pool(of: server.database)
        defer { pool.close() }
        let rows = PostgresRows(pool)

        let empty = try #require(try await rows.namesake(of: "Default"))
        try await apply(server, "log", change(entry("a")))
        let used = try #require(try await rows.namesake(of: "default"))

        #expect(!empty.isUsed && used.isUsed)
        #expect(try await rows.isOwned(used.id))
        #expect(try await rows.namesake(of: "other") == nil)
    }

    /// Logs an entry with an idempotency key.
    private func log(
        _ storage: any StorageUnderTest, _ prefix: String, in profile: String = "default"
    ) async throws -> TrackerRecords.ApplyResponse {
        try await storage.client.call(
            TrackerRecords.apply,
            TrackerRecords.ApplyRequest(
                summary: "log", changes: [try change(entry("\(prefix)-1", note: "n"))],
                reply: "a reply"),
            CallOptions(profile: profile, idempotencyKey: "\(prefix)-key"))
    }

    /// Adds entries, documents, a setting, samples and a rejected item, and a step that can be undone.
    private func use(
        _ storage: any StorageUnderTest, _ prefix: String, in profile: String = "default"
    ) async throws {
        let client = storage.client
        let logged = try await log(storage, prefix, in: profile)
        _ = try await client.call(
            Settings.set, Settings.SetRequest(key: "weekStart", value: "sunday"),
            CallOptions(profile: profile))
        let id = try await storage.begin(profile: profile)
        try await storage.stage([1], import: id, profile: profile)
        var report = ImportReport(
            id: id, importer: "test", file: "x.xml", bytes: 1, seconds: 0, byType: [:],
            problems: [], ignoredMetadata: [:], isTruncated: false, isDryRun: false, version: 0)
        report.step = logged.first
        _ = try await client.call(
            Staging.publish,
            Staging.PublishRequest(
                id: id, report: report,
                quarantined: [
                    QuarantinedItem(type: "t", offset: 0, line: 1, reason: "r", text: "x\0y")
                ]), CallOptions(profile: profile))
        _ = try await client.upload(
            Originals.store, Originals.StoreRequest(id: id, bytes: 3),
            CallOptions(profile: profile)
        ) { writer in
            try await writer.send(
                Packet(Empty(), columns: [Column("data", .bytes, Bytes([1, 2, 3] as [UInt8]))]))
        }
        _ = try await client.call(
            TrackerRecords.apply,
            TrackerRecords.ApplyRequest(summary: "goal", changes: [goal(#"{"a":1}"#)]),
            CallOptions(profile: profile))
    }
}
