import Contracts
import RPC
import Randomness
import StorageTestKit
import Synchronization
import Testing

@Suite(.temporaryStorage) struct OriginalTests {
    private static let piece = Originals.pieceLimit

    /// Bytes that compress badly, then bytes that compress well.
    private static func content(_ count: Int) -> [UInt8] {
        var generator = SplitMix64(seed: 5)
        return (0..<count).map {
            $0 < count / 2 ? UInt8.random(in: 0...255, using: &generator) : 7
        }
    }

    private static func store(
        _ content: [UInt8], of id: Int64, in storage: any DatabaseUnderTest, announced: Int? = nil,
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

    private static func read(_ id: Int64, in storage: any DatabaseUnderTest) async throws -> [UInt8]
    {
        let content = Mutex<[UInt8]>([])
        _ = try await storage.client.stream(
            Originals.read, ImportLog.ImportRequest(id: id), CallOptions()
        ) { item in
            let data = try item.columns.column("data", .bytes)
            content.withLock { content in data.withUnsafeBytes { content += $0 } }
        }
        return content.withLock { $0 }
    }

    private static func published(_ storage: any DatabaseUnderTest) async throws -> Int64 {
        let id = try await storage.begin()
        try await storage.publish(id)
        return id
    }

    /// The failed checks of the data. The servers of tests do not sync.
    private static func findings(_ storage: any DatabaseUnderTest) async throws -> [String] {
        try await storage.client.call(
            Checkups.storage, Checkups.RunRequest(isRepairing: false)
        ).checks.filter { !$0.ok && $0.name != "server" }.map(\.detail)
    }

    private static func rows(_ storage: any DatabaseUnderTest) async throws -> [Int64?] {
        try await storage.client.call(ImportLog.list, ImportLog.ListRequest()).imports
            .map(\.originalBytes)
    }

    @Test(arguments: DatabaseEngine.allCases, [1, piece - 1, piece, 3 * piece + 5])
    func `the stored file of an import has the same bytes`(
        engine: DatabaseEngine, count: Int
    ) async throws {
        let storage = try await engine.storage()
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

    @Test(arguments: DatabaseEngine.allCases)
    func `the same bytes are stored once, until the last import loses them`(
        engine: DatabaseEngine
    ) async throws {
        let storage = try await engine.storage()
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
        #expect(try await Self.findings(storage) == [])
    }

    @Test(arguments: DatabaseEngine.allCases)
    func `an incomplete file and one of an unknown import are not stored`(
        engine: DatabaseEngine
    ) async throws {
        let storage = try await engine.storage()
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
        #expect(try await Self.findings(storage) == [])
    }

    @Test(arguments: DatabaseEngine.allCases)
    func `a file that was not complete at a restart is removed`(
        engine: DatabaseEngine
    ) async throws {
        let storage = try await engine.storage()
        let id = try await Self.published(storage)
        let content = Self.content(3 * Self.piece)
        let isStored = Mutex(false)
        let upload = Task {
            try await storage.client.upload(
                Originals.store, Originals.StoreRequest(id: id, bytes: Int64(content.count)),
                CallOptions()
            ) { writer in
                for start in [0, Self.piece] {
                    let piece = Bytes(Array(content[start..<start + Self.piece]))
                    try await writer.send(Packet(Empty(), columns: [Column("data", .bytes, piece)]))
                }
                isStored.withLock { $0 = true }
                try await Task.sleep(for: .seconds(60))
            }
        }
        while !isStored.withLock({ $0 }) { try await Task.sleep(for: .milliseconds(5)) }

        let restarted = try await storage.restarted()
        upload.cancel()
        _ = await upload.result

        #expect(try await Self.rows(restarted) == [nil])
        let again = try await Self.store(content, of: id, in: restarted)
        #expect(again.bytes == Int64(content.count))
        #expect(try await Self.read(id, in: restarted) == content)
        #expect(try await Self.findings(restarted) == [])
    }
}
