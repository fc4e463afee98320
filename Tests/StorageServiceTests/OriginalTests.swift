import Contracts
import RPC
import Randomness
import StorageTestKit
import Synchronization
import Testing

@Suite struct OriginalTests {
    private static let piece = Originals.pieceLimit

    /// Bytes that compress badly, then bytes that compress well.
    private static func content(_ count: Int) -> [UInt8] {
        var generator = SplitMix64(seed: 5)
        return (0..<count).map {
            $0 < count / 2 ? UInt8.random(in: 0...255, using: &generator) : 7
        }
    }

    private static func store(
        _ content: [UInt8], of id: Int64, in storage: TemporaryStorage, announced: Int? = nil,
        profile: String? = nil
    ) async throws -> Originals.Original {
        try await storage.client.upload(
            Originals.store,
            Originals.StoreRequest(id: id, bytes: Int64(announced ?? content.count)),
            CallOptions(profile: profile)
        ) { writer in
            for start in stride(from: 0, to: content.count, by: Self.piece) {
                let piece = Array(content[start..<min(start + Self.piece, content.count)])
                try await writer.send(
                    Packet(Empty(), columns: [Column("data", .bytes, Bytes(piece))]))
            }
        }
    }

    private static func read(_ id: Int64, in storage: TemporaryStorage) async throws -> [UInt8] {
        let content = Mutex<[UInt8]>([])
        _ = try await storage.client.stream(
            Originals.read, ImportLog.ImportRequest(id: id), CallOptions()
        ) { item in
            let data = try item.columns.column("data", .bytes)
            content.withLock { content in data.withUnsafeBytes { content += $0 } }
        }
        return content.withLock { $0 }
    }

    private static func published(_ storage: TemporaryStorage) async throws -> Int64 {
        let id = try await storage.begin()
        try await storage.publish(id)
        return id
    }

    private static func rows(_ storage: TemporaryStorage) async throws -> [Int64?] {
        try await storage.client.call(ImportLog.list, ImportLog.ListRequest()).imports
            .map(\.originalBytes)
    }

    @Test(arguments: [1, piece - 1, piece, 3 * piece + 5])
    func `the stored file of an import has the same bytes`(count: Int) async throws {
        let storage = try await TemporaryStorage()
        defer { storage.remove() }
        let id = try await Self.published(storage)
        let content = Self.content(count)

        let stored = try await Self.store(content, of: id, in: storage)

        #expect(try await Self.read(id, in: storage) == content)
        #expect(stored.bytes == Int64(count) && stored.hash.count == 64)
        #expect(count < 100 || stored.storedBytes < Int64(count) * 2 / 3)
        #expect(try await Self.rows(storage) == [Int64(count)])
        let entry = try await storage.client.call(ImportLog.get, ImportLog.ImportRequest(id: id))
        #expect(entry.report.originalBytes == Int64(count))
    }

    @Test func `the same bytes are stored once, until the last import loses them`() async throws {
        let storage = try await TemporaryStorage()
        defer { storage.remove() }
        let (first, second) = (
            try await Self.published(storage), try await Self.published(storage)
        )
        let content = Self.content(1000)

        let stored = try await Self.store(content, of: first, in: storage)
        let again = try await Self.store(content, of: second, in: storage)
        let shared = try await storage.client.call(
            Originals.remove, ImportLog.ImportRequest(id: first))
        let stays = try await Self.read(second, in: storage)
        let last = try await storage.client.call(
            Originals.remove, ImportLog.ImportRequest(id: second))

        #expect(stored == again && stays == content)
        #expect(shared.removedBytes == 0 && last.removedBytes == stored.storedBytes)
        await #expect(throws: Status.self) { try await Self.read(second, in: storage) }
        #expect(try await Self.rows(storage) == [nil, nil])
        let checks = try await storage.client.call(
            Checkups.storage, Checkups.RunRequest(isRepairing: false))
        #expect(checks.checks.filter { !$0.ok }.map(\.detail) == [])
    }

    @Test func `an incomplete file and one of an unknown import are not stored`() async throws {
        let storage = try await TemporaryStorage()
        defer { storage.remove() }
        let id = try await Self.published(storage)
        let content = Self.content(1000)

        await #expect(throws: Status.self) {
            try await Self.store(content, of: id, in: storage, announced: 1001)
        }
        await #expect(throws: Status.self) {
            try await Self.store(content, of: id, in: storage, announced: 999)
        }
        await #expect(throws: Status.self) {
            try await Self.store(content, of: id + 1, in: storage)
        }

        #expect(try await Self.rows(storage) == [nil])
        let checks = try await storage.client.call(
            Checkups.storage, Checkups.RunRequest(isRepairing: false))
        #expect(checks.checks.filter { !$0.ok }.map(\.detail) == [])
    }
}
