import Contracts
import Foundation
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

    @Test func `rows are new once`() async throws {
        let storage = try await TemporaryStorage()
        defer { storage.remove() }
        let summary = HealthRow.activitySummary(
            ActivitySummary(day: "2026-01-01", values: ["a": 1], goals: [:], unit: "kcal"))
        let first = try await storage.begin()
        let rows = Staging.StageRows(id: first, rows: [summary, summary])

        let staged = try await storage.client.call(Staging.stageRows, rows)
        try await storage.publish(first)
        let second = try await storage.begin()
        let again = try await storage.client.call(
            Staging.stageRows, Staging.StageRows(id: second, rows: [summary]))

        #expect(staged.isNew == [true, false])
        #expect(again.isNew == [false])
    }
}
