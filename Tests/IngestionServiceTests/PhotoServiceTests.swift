import Contracts
import Foundation
import Glibc
import HostFiles
import RPC
import Synchronization
import Testing
import ZeroMQ

@testable import IngestionService

/// Photos stored by libvips, and the files that are refused.
struct PhotoServiceTests {
    /// The records that name photos.
    private struct Records: Service {
        var named: [String] = []
        var settings: [String: String] = [:]

        func register(on router: inout Router) {
            router.answer(Settings.list) { _, _ in Settings.ListResponse(values: settings) }
            router.answer(TrackerRecords.namedPhotos) { request, _ in
                TrackerRecords.PhotoFilesResponse(files: request.files.filter(named.contains))
            }
        }
    }

    private struct PhotoSystem {
        let home: Home
        let client: Client
        private let loop: Loop

        init(
            named: [String] = [], settings: [String: String] = [:], folder: String? = nil,
            daysLater: Int = 0
        ) throws {
            let folder = folder ?? NSTemporaryDirectory() + "dl-photos-\(UUID().uuidString)"
            home = Home(folder: folder, runFolder: "\(folder)/run")
            loop = try Loop()
            client = Client(
                inProcess: PhotoService(
                    home: home,
                    storage: Client(inProcess: Records(named: named, settings: settings)),
                    loop: loop, now: { time(nil) + daysLater * 86_400 }))
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

        func mode(_ path: String) -> UInt32? {
            var status = stat()
            return stat(path, &status) == 0 ? status.st_mode & 0o777 : nil
        }
    }

    @Test(arguments: [
        (PhotoSample.jpeg, "jpg", 16), (PhotoSample.png, "png", 16), (PhotoSample.avif, "jpg", 16),
        (PhotoSample.heic, "jpg", 32),
    ])
    func `a photo is stored upright, without metadata and for its owner only`(
        bytes: [UInt8], ending: String, width: Int
    ) async throws {
        let system = try PhotoSystem()
        defer { system.remove() }

        let stored = try await system.store(bytes)

        let name = try #require(PhotoName(stored.file))
        let photos = system.home.photos
        let content = try Files.read(photos.path(of: name))
        #expect(name.ending == ending)
        #expect(stored.width == width)
        #expect(stored.height == 48 - width)
        #expect(content.count == stored.bytes)
        for text in ["Exif", "SecretCam", "GPS"] {
            #expect(Data(content).range(of: Data(text.utf8)) == nil)
        }
        #expect(system.mode(photos.path(of: name)) == 0o600)
        #expect(system.mode(photos.thumbnailPath(of: name)) == 0o600)
        #expect(system.mode(photos.part(of: name)) == 0o700)
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
        let content = try Files.read(system.home.photos.path(of: name))
        #expect(name.ending == format)
        #expect(stored.width == 16 && stored.height == 32)
        #expect(content.dropFirst(4).starts(with: signature.utf8))
        for text in ["Exif", "SecretCam", "GPS"] {
            #expect(Data(content).range(of: Data(text.utf8)) == nil)
        }
        #expect(PhotoName(drawing.file)?.ending == "png")
        let screen = try await system.read(stored.file, .screen)
        #expect(screen.starts(with: [0xFF, 0xD8, 0xFF]) == isConverted)
        #expect(try await system.read(stored.file, .full) == content)
        #expect(try await system.read(stored.file, .thumbnail).starts(with: [0xFF, 0xD8, 0xFF]))
        system.home.photos.remove(name)
        #expect(Files.names(in: system.home.photos.part(of: name)).isEmpty)
    }

    @Test func `the same photo is stored once`() async throws {
        let system = try PhotoSystem()
        defer { system.remove() }

        let first = try await system.store(PhotoSample.jpeg)
        let second = try await system.store(PhotoSample.jpeg)

        #expect(first == second)
        #expect(system.home.photos.names.map(\.text) == [first.file])
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
        #expect(system.home.photos.names.isEmpty)
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

    @Test func `a missing thumbnail is made again`() async throws {
        let system = try PhotoSystem()
        defer { system.remove() }
        let stored = try await system.store(PhotoSample.jpeg)
        let name = try #require(PhotoName(stored.file))
        unlink(system.home.photos.thumbnailPath(of: name))

        let read = try await system.client.stream(
            PhotoFiles.read, PhotoFiles.ReadRequest(file: stored.file, size: .thumbnail)
        ) { _ in }

        #expect(read.bytes > 0)
        #expect(system.mode(system.home.photos.thumbnailPath(of: name)) == 0o600)
    }

    @Test func `a photo that no record names is removed after a day`() async throws {
        let system = try PhotoSystem()
        defer { system.remove() }
        let used = try await system.store(PhotoSample.jpeg).file
        let unused = try await system.store(PhotoSample.png).file
        let later = try PhotoSystem(named: [used], folder: system.home.folder, daysLater: 2)

        let early = try await system.client.call(PhotoFiles.removeUnused, Empty())
        let late = try await later.client.call(PhotoFiles.removeUnused, Empty())

        #expect(early.removed == 0)
        #expect(late == PhotoFiles.RemoveUnusedResponse(removed: 1, kept: 1))
        #expect(system.home.photos.names.map(\.text) == [used])
        #expect(used != unused)
    }
}
