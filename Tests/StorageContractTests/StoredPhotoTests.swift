import Contracts
import Crypto
import HostFiles
import RPC
import Randomness
import StorageTestKit
import Synchronization
import Testing
import Tracker

/// The bytes of photos.
@Suite(.temporaryStorage) struct StoredPhotoTests {
    private static let piece = PhotoFiles.pieceLimit
    private static let dayMs: Int64 = 24 * 60 * 60 * 1000

    private static func content(_ count: Int, seed: UInt64 = 5) -> [UInt8] {
        var generator = SplitMix64(seed: seed)
        return (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
    }

    /// The name of the photo with the bytes.
    private static func name(_ content: [UInt8]) -> String {
        let digits = SHA256.hash(data: content).map { byte in
            String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
        }
        return digits.joined() + ".jpg"
    }

    @discardableResult
    private static func store(
        _ content: [UInt8], as file: String? = nil, _ size: PhotoFiles.Size = .full,
        in storage: any DatabaseUnderTest, profile: String? = nil
    ) async throws -> String {
        let file = file ?? name(content)
        let stored = try await storage.client.upload(
            StoredPhotos.store, StoredPhotos.Picture(file: file, size: size),
            CallOptions(profile: profile)
        ) { writer in
            for piece in PhotoFiles.pieces(of: content) {
                try await writer.send(Packet(Empty(), columns: [Column("data", .bytes, piece)]))
            }
        }
        #expect(stored.bytes == content.count)
        return file
    }

    /// The bytes of a picture; nil if it is not stored.
    private static func read(
        _ file: String, _ size: PhotoFiles.Size = .full, in storage: any DatabaseUnderTest,
        profile: String? = nil
    ) async throws -> [UInt8]? {
        let content = Mutex<[UInt8]>([])
        do {
            _ = try await storage.client.stream(
                StoredPhotos.read, StoredPhotos.Picture(file: file, size: size),
                CallOptions(profile: profile)
            ) { item in
                let data = try item.columns.column("data", .bytes)
                #expect(data.count <= piece)
                content.withLock { content in data.withUnsafeBytes { content += $0 } }
            }
        } catch {
            guard Status(describing: error).code == .notFound else { throw error }
            return nil
        }
        return content.withLock { $0 }
    }

    /// Logs an entry with a photo.
    private static func log(
        _ id: String, photo: String, in storage: any DatabaseUnderTest, profile: String? = nil
    ) async throws {
        var logged = entry(id)
        logged.photos = ["Front": photo]
        _ = try await storage.client.call(
            TrackerRecords.apply,
            TrackerRecords.ApplyRequest(summary: "log", changes: [try change(logged)]),
            CallOptions(profile: profile))
    }

    /// The failed checks of the data. The servers of tests do not sync.
    private static func findings(_ storage: any DatabaseUnderTest) async throws -> [String] {
        try await storage.client.call(
            Checkups.storage, Checkups.RunRequest(isRepairing: false)
        ).checks.filter { !$0.ok && $0.name != "server" }.map(\.detail)
    }

    @Test(arguments: DatabaseEngine.allCases, [1, piece - 1, piece, 2 * piece + 5])
    func `a stored photo has the same bytes, also after a restart`(
        engine: DatabaseEngine, count: Int
    ) async throws {
        let storage = try await engine.storage()
        let content = Self.content(count)

        let file = try await Self.store(content, in: storage)
        let restarted = try await storage.restarted()

        #expect(try await Self.read(file, in: restarted) == content)
        #expect(try await Self.findings(restarted) == [])
    }

    @Test(arguments: DatabaseEngine.allCases)
    func `bytes of another hash and pictures of unknown photos are refused`(
        engine: DatabaseEngine
    ) async throws {
        let storage = try await engine.storage()
        let content = Self.content(100)
        let file = Self.name(content)

        let others = await code(of: {
            _ = try await Self.store(Array(content.dropLast()), as: file, in: storage)
        })
        let empty = await code(of: { _ = try await Self.store([], as: file, in: storage) })
        let path = await code(of: {
            _ = try await Self.store(content, as: "../../etc/passwd", in: storage)
        })
        let picture = await code(of: {
            _ = try await Self.store(content, as: file, .thumbnail, in: storage)
        })

        #expect(others == .invalidArgument && empty == .invalidArgument)
        #expect(path == .invalidArgument && picture == .notFound)
        #expect(try await Self.read(file, in: storage) == nil)
    }

    @Test(arguments: DatabaseEngine.allCases)
    func `a thumbnail is stored beside its photo and can be replaced`(
        engine: DatabaseEngine
    ) async throws {
        let storage = try await engine.storage()
        let content = Self.content(3000)
        let file = try await Self.store(content, in: storage)
        let missing = try await Self.read(file, .thumbnail, in: storage)

        try await Self.store(Self.content(Self.piece + 1), as: file, .thumbnail, in: storage)
        try await Self.store([1, 2, 3], as: file, .thumbnail, in: storage)

        #expect(missing == nil)
        #expect(try await Self.read(file, .thumbnail, in: storage) == [1, 2, 3])
        #expect(try await Self.read(file, .screen, in: storage) == nil)
        #expect(try await Self.read(file, in: storage) == content)
        #expect(try await Self.findings(storage) == [])
    }

    @Test(arguments: DatabaseEngine.allCases)
    func `photos that an entry, the trash or undo names stay, and others are removed after a day`(
        engine: DatabaseEngine
    ) async throws {
        let now = WallClock.milliseconds()
        let storage = try await engine.storage(now: { now - 2 * Self.dayMs })
        var files: [String] = []
        for seed in 0..<5 {
            files.append(try await Self.store(Self.content(50, seed: UInt64(seed)), in: storage))
        }
        try await Self.store([7], as: files[3], .thumbnail, in: storage)
        try await Self.log("a", photo: files[0], in: storage)
        try await Self.log("b", photo: files[1], in: storage)
        try await apply(
            storage, "remove",
            TrackerRecords.Change(kind: TrackerRecords.entryKind, id: "b", body: nil))
        try await apply(
            storage, "trash",
            TrackerRecords.Change(
                kind: "deletedEntry", id: "c", body: #"{"photos":{"Front":"\#(files[2])"}}"#))

        let restarted = try await storage.restarted(now: { now })
        let recent = try await Self.store(Self.content(50, seed: 4), in: restarted)
        let result = try await restarted.client.call(StoredPhotos.removeUnused, Empty())

        #expect(result == StoredPhotos.RemoveUnusedResponse(removed: 1, kept: 4))
        #expect(recent == files[4])
        for file in [files[0], files[1], files[2], files[4]] {
            #expect(try await Self.read(file, in: restarted) != nil)
        }
        #expect(try await Self.read(files[3], in: restarted) == nil)
        #expect(try await Self.read(files[3], .thumbnail, in: restarted) == nil)
        #expect(try await Self.findings(restarted) == [])
    }

    @Test(arguments: DatabaseEngine.allCases)
    func `an erased profile loses its photos, and a photo that another has just uploaded stays`(
        engine: DatabaseEngine
    ) async throws {
        let storage = try await engine.storage()
        _ = try await storage.client.call(
            Profiles.add, Profiles.AddRequest(name: "anna", zone: "UTC"))
        let (own, shared) = (Self.content(Self.piece + 1), Self.content(60, seed: 6))
        for content in [own, shared] {
            let file = try await Self.store(content, in: storage, profile: "anna")
            try await Self.log(String(file.prefix(8)), photo: file, in: storage, profile: "anna")
        }
        try await Self.store(shared, in: storage)
        try await Self.log("s", photo: Self.name(shared), in: storage)
        // Uploads of another person, which no entry of that person names yet.
        let (uploaded, same) = (Self.content(70, seed: 7), Self.content(80, seed: 8))
        try await Self.store(uploaded, in: storage)
        try await Self.store(same, in: storage)
        let file = try await Self.store(same, in: storage, profile: "anna")
        try await Self.log("same", photo: file, in: storage, profile: "anna")
        let unlogged = try await Self.store(Self.content(90), in: storage, profile: "anna")

        let erased = try await storage.client.call(
            Profiles.erase, Profiles.RemoveRequest(name: "anna"))
        try await Self.log("u", photo: Self.name(uploaded), in: storage)

        // On PostgreSQL each profile has its own copy.
        #expect(erased.photos == (engine == .sqlite ? 2 : 4))
        #expect(try await Self.read(unlogged, in: storage, profile: "default") == nil)
        #expect(try await Self.read(Self.name(own), in: storage) == nil)
        #expect(try await Self.read(Self.name(shared), in: storage) == shared)
        #expect(try await Self.read(Self.name(uploaded), in: storage) == uploaded)
        #expect(try await Self.read(Self.name(same), in: storage) == same)
        #expect(try await Self.findings(storage) == [])
    }
}
