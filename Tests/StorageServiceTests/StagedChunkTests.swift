import Contracts
import GRDB
import RPC
import Testing

@Suite struct StagedChunkTests {
    @Test func `an import reads its staged chunk instead of the published one`() async throws {
        let storage = try await TemporaryStorage()
        defer { storage.remove() }
        let first = try await storage.begin()
        try await storage.stage([1], import: first, byte: 1)
        try await storage.publish(first)
        let second = try await storage.begin()
        try await storage.stage([1], import: second, byte: 2)

        let request = Packet(
            Staging.ReadRequest(id: second),
            columns: [Column("series", [Int64(1)]), Column("segment", [Int64(1)])])
        let reply = try await storage.client.call(Staging.read, request)

        #expect(try [ChunkRecord](columns: reply.columns).map(\.hashLow) == [2])
    }

    @Test func `publishing an equal chunk changes nothing`() async throws {
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

    @Test func `data of replaced and aborted chunks is deleted`() async throws {
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
        _ = try await storage.client.call(Staging.abort, Staging.AbortRequest(id: aborted))

        let rows = try await DatabaseQueue(path: storage.path).read {
            try Int.fetchOne($0, sql: "SELECT count(*) FROM chunk_data")
        }

        #expect(rows == 2)
    }

    @Test func `a long index is sent in pages with every chunk once`() async throws {
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
}
