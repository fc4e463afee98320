import Contracts
import PostgresClient
import PostgresServer
import PostgresStorage
import RPC
import StorageCore
import StorageTestKit
import Synchronization
import Testing
import Tracker

/// The rows of photos, which each profile has of its own.
@Suite(.temporaryStorage) struct PhotoRowTests {
    private static let bytes: [UInt8] = [1, 2, 3]
    /// The SHA-256 of the bytes.
    private static let file =
        "039058c6f2c0cb492c533b0a4d14ef77cc0f78abccced5287d84a1a2011cfb81.png"

    private func store(_ client: Client, _ profile: String) async throws {
        _ = try await client.upload(
            StoredPhotos.store, StoredPhotos.Picture(file: Self.file), CallOptions(profile: profile)
        ) { writer in
            for piece in PhotoFiles.pieces(of: Self.bytes) {
                try await writer.send(Packet(Empty(), columns: [Column("data", .bytes, piece)]))
            }
        }
    }

    private func read(_ client: Client, _ profile: String) async throws -> [UInt8] {
        let content = Mutex<[UInt8]>([])
        _ = try await client.stream(
            StoredPhotos.read, StoredPhotos.Picture(file: Self.file), CallOptions(profile: profile)
        ) { item in
            let data = try item.columns.column("data", .bytes).array(of: UInt8.self)
            content.withLock { $0 += data }
        }
        return content.withLock { $0 }
    }

    @Test func `a profile does not have the photo of another one until it stores the photo`()
        async throws
    {
        let storage = try await TemporaryPostgresStorage()
        _ = try await storage.client.call(
            Profiles.add, Profiles.AddRequest(name: "anna", zone: "UTC"))
        try await store(storage.client, "default")

        let early = await code(of: { _ = try await read(storage.client, "anna") })
        try await store(storage.client, "anna")
        let erased = try await storage.client.call(
            Profiles.erase, Profiles.RemoveRequest(name: "default"))

        #expect(early == .notFound)
        #expect(erased.photos == 1)
        #expect(await code(of: { _ = try await read(storage.client, "default") }) == .notFound)
        #expect(try await read(storage.client, "anna") == Self.bytes)
    }

    @Test func `damaged rows of a photo are DATA_LOSS, and doctor finds a missing piece`()
        async throws
    {
        let storage = try await TemporaryPostgresStorage()
        try await store(storage.client, "default")
        let owner = try await PostgresConnection.open(
            TemporaryPostgres.shared.get().address(of: storage.database), within: .seconds(30))
        defer { owner.close() }

        try await owner.run(
            script: "UPDATE dayline.photo_piece SET data = '\\x010204'", within: .seconds(30))
        let damaged = await code(of: { _ = try await read(storage.client, "default") })
        try await owner.run(script: "DELETE FROM dayline.photo_piece", within: .seconds(30))
        let checks = try await storage.client.call(
            Checkups.storage, Checkups.RunRequest(isRepairing: false)
        ).checks

        #expect(damaged == .dataLoss)
        #expect(checks.first { $0.name == "rows" }?.detail.contains("1 photos without all") == true)
    }

    @Test func `the photos of an unpublished copy are read and discarded with it`() async throws {
        let storage = try await TemporaryPostgresStorage()
        var logged = entry("a")
        logged.photos = ["Front": Self.file]
        try await apply(storage, "log", change(logged))
        let pool = try PostgresDatabases.pool(of: storage.database)
        defer { pool.close() }
        let rows = PostgresRows(pool)
        let original = try #require(try await rows.profiles().first)
        var copy = original
        copy.id = 4711
        _ = try await ProfileCopy(from: rows, to: rows).copy(original, as: copy, NumberShift())
        let names = try await rows.photosNamed(by: copy.id)

        for name in names { try await rows.store(Self.bytes, as: name, of: copy.id, now: 1) }
        let answering = try await PostgresStorage(
            pool, systemZone: "UTC", unpublished: ["default": copy.id])
        let found = try await read(Client(inProcess: answering), "default")
        let stored = try await rows.photos(of: copy.id)
        try await rows.discard([copy.id])

        #expect(names.map(\.text) == [Self.file])
        #expect(found == Self.bytes)
        #expect(stored == names)
        #expect(try await rows.photos(of: copy.id) == [])
        #expect(try await rows.photos(of: original.id) == [])
    }
}
