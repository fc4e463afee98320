import Contracts
import RPC
import StorageTestKit
import Testing

@Suite(.temporaryStorage) struct StagedChunkTests {
    @Test(arguments: DatabaseEngine.allCases)
    func `an import reads its staged chunk instead of the published one`(engine: DatabaseEngine)
        async throws
    {
        let storage = try await engine.storage()
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

    @Test(arguments: DatabaseEngine.allCases)
    func `publishing an equal chunk changes nothing`(engine: DatabaseEngine) async throws {
        let storage = try await engine.storage()
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

    @Test(arguments: DatabaseEngine.allCases)
    func `a long index is sent in pages with every chunk once`(engine: DatabaseEngine) async throws
    {
        let storage = try await engine.storage()
        let id = try await storage.begin()
        for metric in ["a", "b", "c"] {
            try await storage.stage(Array(0..<6000), metric: metric, import: id, size: 1)
        }
        try await storage.publish(id)

        let segments = try await storage.publishedSegments()

        #expect(segments == (0..<6000).flatMap { [Int64($0), Int64($0), Int64($0)] })
    }
}
