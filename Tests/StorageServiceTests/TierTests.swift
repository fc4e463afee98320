import Contracts
import GRDB
import RPC
import StorageService
import Testing

/// What small publications bring lies apart from the bulk, and nobody who asks can tell.
@Suite struct TierTests {
    /// Storage with so many chunks of steps that they are settled.
    private func settledStorage(_ count: Int64 = 600) async throws -> TemporaryStorage {
        let storage = try await TemporaryStorage()
        try await publish(0..<count, byte: 1, to: storage)
        return storage
    }

    private func publish(
        _ segments: Range<Int64>, byte: UInt8, to storage: TemporaryStorage
    ) async throws {
        let id = try await storage.begin()
        try await storage.stage(Array(segments), import: id, byte: byte)
        try await storage.publish(id)
    }

    private func rows(_ table: String, _ storage: TemporaryStorage) async throws -> Int {
        try await DatabaseQueue(path: storage.path).read {
            try Int.fetchOne($0, sql: "SELECT count(*) FROM \(table)") ?? 0
        }
    }

    @Test func `a small publication leaves the bulk alone and counts in its place`() async throws {
        let storage = try await settledStorage()
        defer { storage.remove() }

        try await publish(598..<602, byte: 2, to: storage)
        try await publish(599..<601, byte: 3, to: storage)

        #expect(try await rows("settled_chunk", storage) == 600)
        #expect(try await rows("recent_chunk", storage) == 4)
        #expect(
            try await storage.lastHashBytes() == Array(repeating: 1, count: 598) + [2, 3, 3, 2])
        // Of what was replaced the settled rows alone are kept.
        #expect(try await rows("chunk_data", storage) == 604)
    }

    @Test func `what is recent is settled when it grows, and what it hid goes`() async throws {
        let storage = try await settledStorage()
        defer { storage.remove() }

        try await publish(500..<900, byte: 2, to: storage)
        try await publish(850..<1050, byte: 3, to: storage)

        #expect(try await rows("recent_chunk", storage) == 200)
        #expect(try await rows("settled_chunk", storage) == 900)
        #expect(try await rows("chunk_data", storage) == 1100)
        #expect(
            try await storage.lastHashBytes()
                == Array(repeating: 1, count: 500) + Array(repeating: 2, count: 350)
                + Array(repeating: 3, count: 200))
        let checks = try await storage.client.call(
            Checkups.storage, Checkups.RunRequest(isRepairing: false))
        #expect(checks.checks.filter { !$0.ok }.map(\.name) == [])
    }

    @Test func `a publication of very much settles all`() async throws {
        let storage = try await settledStorage()
        defer { storage.remove() }
        try await publish(0..<5, byte: 2, to: storage)

        try await publish(3..<700, byte: 3, to: storage)

        #expect(try await rows("recent_chunk", storage) == 0)
        #expect(try await rows("chunk_data", storage) == 700)
        #expect(
            try await storage.lastHashBytes()
                == Array(repeating: 2, count: 3) + Array(repeating: 3, count: 697))
    }

    @Test func `a profile is removed with both`() async throws {
        let storage = try await TemporaryStorage()
        defer { storage.remove() }
        _ = try await storage.client.call(
            Profiles.add, Profiles.AddRequest(name: "kim", zone: "UTC"))
        for segments: [Int64] in [Array(0..<600), [599, 600]] {
            let id = try await storage.begin(profile: "kim")
            try await storage.stage(segments, import: id, profile: "kim", byte: UInt8(id))
            try await storage.publish(id, profile: "kim")
        }
        let recent = try await rows("recent_chunk", storage)

        _ = try await storage.client.call(Profiles.remove, Profiles.RemoveRequest(name: "kim"))

        #expect(recent == 2)
        for table in ["recent_chunk", "settled_chunk", "chunk_data", "series"] {
            #expect(try await rows(table, storage) == 0)
        }
    }

    @Test func `days of a few metrics are hidden by newer ones, until a day has none any more`()
        async throws
    {
        let storage = try await settledStorage(80)
        defer { storage.remove() }
        try await storage.fold(until: 1)
        let first = try await storage.totals()
        #expect(try await rows("settled_day_total", storage) == 80)

        try await publish(79..<81, byte: 2, to: storage)
        try await storage.fold(until: 2)
        let hidden = try await storage.totals()
        let settledDays = try await rows("settled_day_total", storage)
        let recentDays = try await rows("recent_day_total", storage)
        try await empty(80, of: storage)
        try await storage.fold(until: 3)
        let emptied = try await storage.totals()
        try await empty(5, of: storage)
        try await storage.fold(until: 4)

        #expect(first.count == 80)
        #expect(settledDays == 80)
        #expect(recentDays == 2)
        #expect(hidden.count == 81)
        #expect(hidden.values.filter { $0 == 2 }.count == 2)
        #expect(emptied.count == 80)
        #expect(try await storage.totals().count == 79)
        #expect(try await rows("settled_day_total", storage) == 79)
    }

    /// Where the day that goes lies apart, and is settled by what comes with it.
    @Test func `a day that goes is gone also when all that is recent is settled at once`()
        async throws
    {
        let storage = try await TemporaryStorage()
        defer { storage.remove() }
        for metric in 0..<32 {
            let id = try await storage.begin()
            try await storage.stage(Array(0..<64), metric: "metric\(metric)", import: id)
            try await storage.publish(id)
            try await storage.fold(until: Int64(metric) + 1)
        }
        #expect(try await rows("recent_day_total", storage) == 2048)
        let before = try await storage.totals("metric0")

        let id = try await storage.begin()
        var gone = ChunkRecord.sample(series: 1, segment: 5, byte: 0)
        gone.count = 0
        let new = ChunkRecord.sample(series: 1, segment: 64, byte: 1)
        _ = try await storage.client.call(
            Staging.stage, Packet(Staging.StageRequest(id: id), columns: [gone, new].columns))
        try await storage.publish(id)
        try await storage.fold(until: 33)

        #expect(try await rows("recent_day_total", storage) < 2048)
        let after = try await storage.totals("metric0")
        #expect(before.keys.filter { after[$0] == nil } == [5 * 1_048_576 / 86_400])
        #expect(after.count == 64)
    }

    /// Stages a chunk without samples, and publishes it.
    private func empty(_ segment: Int64, of storage: TemporaryStorage) async throws {
        let id = try await storage.begin()
        var chunk = ChunkRecord.sample(series: 1, segment: segment, byte: 0, size: 3)
        chunk.count = 0
        _ = try await storage.client.call(
            Staging.stage, Packet(Staging.StageRequest(id: id), columns: [chunk].columns))
        try await storage.publish(id)
    }
}
