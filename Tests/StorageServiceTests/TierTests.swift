import Contracts
import GRDB
import RPC
import StorageService
import StorageTestKit
import Testing

/// The recent and the settled tier, and the views that combine them.
@Suite(.temporaryStorage) struct TierTests {
    /// Storage with settled chunks of steps.
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

    @Test func `a small publication goes to the recent tier and takes precedence`() async throws {
        let storage = try await settledStorage()

        try await publish(598..<602, byte: 2, to: storage)
        try await publish(599..<601, byte: 3, to: storage)

        #expect(try await rows("settled_chunk", storage) == 600)
        #expect(try await rows("recent_chunk", storage) == 4)
        #expect(
            try await storage.lastHashBytes() == Array(repeating: 1, count: 598) + [2, 3, 3, 2])
        // Replaced settled chunks keep their data; replaced recent ones do not.
        #expect(try await rows("chunk_data", storage) == 604)
    }

    @Test func `recent chunks beyond the limit are settled and replace hidden ones`() async throws {
        let storage = try await settledStorage()

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

    @Test func `a large publication settles all chunks`() async throws {
        let storage = try await settledStorage()
        try await publish(0..<5, byte: 2, to: storage)

        try await publish(3..<700, byte: 3, to: storage)

        #expect(try await rows("recent_chunk", storage) == 0)
        #expect(try await rows("chunk_data", storage) == 700)
        #expect(
            try await storage.lastHashBytes()
                == Array(repeating: 2, count: 3) + Array(repeating: 3, count: 697))
    }

    @Test func `removing a profile removes the chunks of both tiers`() async throws {
        let storage = try await TemporaryStorage()
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

    @Test func `recent day totals hide settled ones until a day loses its total`()
        async throws
    {
        let storage = try await settledStorage(80)
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

    /// The day that loses its total is in the recent tier, which the same fold settles.
    @Test func `a day without samples loses its total also when its fold settles the recent tier`()
        async throws
    {
        let storage = try await TemporaryStorage()
        for metric in 0..<32 {
            let id = try await storage.begin()
            try await storage.stage(Array(0..<64), metric: "metric\(metric)", import: id)
            try await storage.publish(id)
            try await storage.fold(until: Int64(metric) + 1)
        }
        #expect(try await rows("recent_day_total", storage) == 2048)
        let before = try await storage.totals("metric0")

        let id = try await storage.begin()
        var emptied = ChunkRecord.sample(series: 1, segment: 5, byte: 0)
        emptied.count = 0
        let new = ChunkRecord.sample(series: 1, segment: 64, byte: 1)
        _ = try await storage.client.call(
            Staging.stage, Packet(Staging.StageRequest(id: id), columns: [emptied, new].columns))
        try await storage.publish(id)
        try await storage.fold(until: 33)

        #expect(try await rows("recent_day_total", storage) < 2048)
        let after = try await storage.totals("metric0")
        #expect(before.keys.filter { after[$0] == nil } == [5 * 1_048_576 / 86_400])
        #expect(after.count == 64)
    }

    /// Publishes a chunk without samples.
    private func empty(_ segment: Int64, of storage: TemporaryStorage) async throws {
        let id = try await storage.begin()
        var chunk = ChunkRecord.sample(series: 1, segment: segment, byte: 0, size: 3)
        chunk.count = 0
        _ = try await storage.client.call(
            Staging.stage, Packet(Staging.StageRequest(id: id), columns: [chunk].columns))
        try await storage.publish(id)
    }
}
