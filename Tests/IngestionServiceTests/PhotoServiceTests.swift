import Contracts
import Foundation
import HostFiles
import RPC
import Synchronization
import Testing
import ZeroMQ

@testable import IngestionService

/// Photos stored by libvips, and the files that are refused.
struct PhotoServiceTests {
    private static let jpegHead: [UInt8] = [0xFF, 0xD8, 0xFF]

    /// Storage of pictures in memory.
    private final class PictureStorage: Service {
        private let settings: [String: String]
        private let stored = Mutex<[StoredPhotos.Picture: [UInt8]]>([:])
        /// True if storage refuses pictures that are made of photos.
        private let refusesMade: Bool

        init(settings: [String: String], refusesMade: Bool) {
            self.settings = settings
            self.refusesMade = refusesMade
        }

        /// The stored bytes of a picture; nil: not stored.
        func bytes(_ file: String, _ size: PhotoFiles.Size = .full) -> [UInt8]? {
            stored.withLock { $0[StoredPhotos.Picture(file: file, size: size)] }
        }

        /// The names of the stored photos, sorted.
        var photos: [String] {
            stored.withLock { $0.keys.filter { $0.size == .full }.map(\.file).sorted() }
        }

        func remove(_ file: String, _ size: PhotoFiles.Size) {
            stored.withLock { $0[StoredPhotos.Picture(file: file, size: size)] = nil }
        }

        func register(on router: inout Router) {
            router.answer(Settings.list) { [settings] _, _ in
                Settings.ListResponse(values: settings)
            }
            router.handle(StoredPhotos.store) { [self] request, _, reader in
                var bytes: [UInt8] = []
                while let item = try await reader.next() {
                    bytes += try item.columns.column("data", .bytes).array(of: UInt8.self)
                }
                guard request.size == .full || !refusesMade else {
                    throw Status(.failedPrecondition, "The storage is read-only.")
                }
                stored.withLock { [bytes] in $0[request] = bytes }
                return StoredPhotos.StoredPicture(bytes: bytes.count)
            }
            router.handle(StoredPhotos.read) { [self] request, _, writer in
                guard let bytes = bytes(request.file, request.size) else {
                    throw Status(.notFound, "There is no such picture.")
                }
                for piece in PhotoFiles.pieces(of: bytes) {
                    try await writer.send(Packet(Empty(), columns: [Column("data", .bytes, piece)]))
                }
                return StoredPhotos.StoredPicture(bytes: bytes.count)
            }
        }
    }

    private struct PhotoSystem {
        let home: Home
        let client: Client
        let pictures: PictureStorage
        private let loop: Loop

        init(settings: [String: String] = [:], refusesMade: Bool = false) throws {
            let folder = NSTemporaryDirectory() + "dl-photos-\(UUID().uuidString)"
            home = Home(folder: folder, runFolder: "\(folder)/run")
            loop = try Loop()
            pictures = PictureStorage(settings: settings, refusesMade: refusesMade)
            client = Client(
                inProcess: PhotoService(
                    home: home, storage: Client(inProcess: pictures), loop: loop))
        }

        func remove() {
            loop.stop()
            try? FileManager.default.removeItem(atPath: home.folder)
        }

        func store(_ bytes: [UInt8], as name: String = "photo") async throws
            -> PhotoFiles.StoredPhoto
        {
            try await client.upload(PhotoFiles.store, PhotoFiles.StoreRequest(name: name)) {
                writer in
                try await writer.send(
                    Packet(Empty(), columns: [Column("data", .bytes, Bytes(bytes))]))
            }
        }

        func read(_ file: String, _ size: PhotoFiles.Size) async throws -> [UInt8] {
            let collected = Mutex<[UInt8]>([])
            _ = try await client.stream(
                PhotoFiles.read, PhotoFiles.ReadRequest(file: file, size: size)
            ) { piece in
                let data = try piece.columns.column("data", .bytes).array(of: UInt8.self)
                collected.withLock { $0 += data }
            }
            return collected.withLock { $0 }
        }
    }

    @Test(arguments: [
        (PhotoSample.jpeg, "jpg", 16), (PhotoSample.png, "png", 16), (PhotoSample.avif, "jpg", 16),
        (PhotoSample.heic, "jpg", 32),
    ])
    func `a photo is stored upright and without metadata, with its thumbnail`(
        bytes: [UInt8], ending: String, width: Int
    ) async throws {
        let system = try PhotoSystem()
        defer { system.remove() }

        let stored = try await system.store(bytes)

        let name = try #require(PhotoName(stored.file))
        let content = try #require(system.pictures.bytes(stored.file))
        #expect(name.ending == ending)
        #expect(stored.width == width)
        #expect(stored.height == 48 - width)
        #expect(content.count == stored.bytes)
        for text in ["Exif", "SecretCam", "GPS"] {
            #expect(Data(content).range(of: Data(text.utf8)) == nil)
        }
        #expect(system.pictures.bytes(stored.file, .thumbnail)?.starts(with: Self.jpegHead) == true)
        #expect(Files.names(in: "\(system.home.folder)/spool").isEmpty)
    }

    @Test(arguments: [(nil, 3000), ("1080p", 1920), ("2k", 2560), ("original", 3000)])
    func `the setting photoSize limits the sides of a stored photo`(
        size: String?, width: Int
    ) async throws {
        let system = try PhotoSystem(settings: size.map { [Settings.photoSize: $0] } ?? [:])
        defer { system.remove() }

        let stored = try await system.store(PhotoSample.wide)

        #expect(stored.width == width)
    }

    @Test(arguments: [("heic", "ftypheic", true), ("avif", "ftypavif", false)])
    func `the setting photoFormat is the format of a stored photo, which browsers are shown`(
        format: String, signature: String, isConverted: Bool
    ) async throws {
        let system = try PhotoSystem(settings: [Settings.photoFormat: format])
        defer { system.remove() }

        let stored = try await system.store(PhotoSample.jpeg)
        let drawing = try await system.store(PhotoSample.png)

        let name = try #require(PhotoName(stored.file))
        let content = try #require(system.pictures.bytes(stored.file))
        #expect(name.ending == format)
        #expect(stored.width == 16 && stored.height == 32)
        #expect(content.dropFirst(4).starts(with: signature.utf8))
        for text in ["Exif", "SecretCam", "GPS"] {
            #expect(Data(content).range(of: Data(text.utf8)) == nil)
        }
        #expect(PhotoName(drawing.file)?.ending == "png")
        let screen = try await system.read(stored.file, .screen)
        #expect(screen.starts(with: Self.jpegHead) == isConverted)
        #expect((system.pictures.bytes(stored.file, .screen) != nil) == isConverted)
        #expect(try await system.read(stored.file, .full) == content)
        #expect(try await system.read(stored.file, .thumbnail).starts(with: Self.jpegHead))
    }

    @Test func `the same photo is stored once`() async throws {
        let system = try PhotoSystem()
        defer { system.remove() }

        let first = try await system.store(PhotoSample.jpeg)
        let second = try await system.store(PhotoSample.jpeg)

        #expect(first == second)
        #expect(system.pictures.photos == [first.file])
    }

    @Test(arguments: [
        (Array("hello".utf8), Status.Code.invalidArgument, "not a photo"),
        (Array(PhotoSample.jpeg.dropLast(80)), .invalidArgument, "damaged"),
        (Array(PhotoSample.jpeg.prefix(40)), .invalidArgument, "damaged"),
        (PhotoSample.bomb, .resourceExhausted, "60000 × 60000 pixels"),
    ])
    func `a file that cannot be a photo is refused with the reason`(
        bytes: [UInt8], code: Status.Code, reason: String
    ) async throws {
        let system = try PhotoSystem()
        defer { system.remove() }

        let error = await #expect(throws: Status.self) {
            try await system.store(bytes, as: "selfie.jpg")
        }

        #expect(error?.code == code)
        #expect(error?.message.contains(reason) == true)
        #expect(error?.message.contains("selfie.jpg") == true)
        #expect(error?.hint != nil)
        #expect(system.pictures.photos.isEmpty)
        #expect(Files.names(in: "\(system.home.folder)/spool").isEmpty)
    }

    @Test func `a file beyond the limit is refused before it is sent`() async throws {
        let system = try PhotoSystem()
        defer { system.remove() }

        let error = await #expect(throws: Status.self) {
            try await system.client.upload(
                PhotoFiles.store,
                PhotoFiles.StoreRequest(name: "x.jpg", bytes: Int64(PhotoFiles.byteLimit) + 1)
            ) { _ in }
        }

        #expect(error?.code == .resourceExhausted)
        #expect(error?.message.contains("64 MiB") == true)
    }

    @Test(arguments: [false, true])
    func `a missing thumbnail is made again, also if it cannot be stored`(
        refusesMade: Bool
    ) async throws {
        let system = try PhotoSystem(refusesMade: refusesMade)
        defer { system.remove() }
        let stored = try await system.store(PhotoSample.jpeg)
        system.pictures.remove(stored.file, .thumbnail)

        let read = try await system.read(stored.file, .thumbnail)

        #expect(read.starts(with: Self.jpegHead))
        #expect(system.pictures.bytes(stored.file, .thumbnail) == (refusesMade ? nil : read))
    }

    @Test func `a photo in the folder of the home that storage lacks is stored when it is read`()
        async throws
    {
        let system = try PhotoSystem()
        defer { system.remove() }
        let stored = try await system.store(PhotoSample.jpeg)
        let content = try #require(system.pictures.bytes(stored.file))
        let name = try #require(PhotoName(stored.file))
        try system.home.photos.write(content, as: name)
        for size in [PhotoFiles.Size.full, .thumbnail] { system.pictures.remove(stored.file, size) }

        let thumbnail = try await system.read(stored.file, .thumbnail)
        let unknown = await #expect(throws: Status.self) {
            try await system.read(String(repeating: "a", count: 64) + ".jpg", .full)
        }

        #expect(thumbnail.starts(with: Self.jpegHead))
        #expect(system.pictures.bytes(stored.file) == content)
        #expect(unknown?.code == .notFound && unknown?.hint != nil)
    }
}
