package import Contracts
import Crypto
import Glibc
package import HostFiles
package import RPC
import Synchronization
import Texts
import Uploads
package import ZeroMQ

/// Stores and reads the files of photos.
package final class PhotoService: Service {
    private let photos: PhotoFolder
    private let spool: Spool
    private let storage: Client
    private let conversion: PhotoConversion
    /// Conversions of a profile run one at a time.
    private let queue = ImportQueue()
    /// Locked while the age of a file is read or renewed, so that no file is removed that was just stored
    /// again.
    private let ages = Mutex(())
    /// Seconds since 1970.
    private let now: @Sendable () -> Int

    /// Age in seconds from which a file that no record names is removed: an upload is logged before.
    private static let graceSeconds = 24 * 60 * 60
    private static let storedLimit = 256 << 20
    /// The greatest length of a side of a thumbnail in pixels.
    private static let thumbnailPixels = 480

    /// - Parameters:
    ///   - home: The home with the photos.
    ///   - storage: A client of storage.
    ///   - loop: The loop that starts the programs.
    ///   - now: Seconds since 1970.
    package init(
        home: Home, storage: Client, loop: Loop,
        now: @escaping @Sendable () -> Int = { time(nil) }
    ) {
        photos = home.photos
        spool = Spool(of: home)
        self.storage = storage
        conversion = PhotoConversion(program: PhotoProgram(loop: loop))
        self.now = now
    }

    package func register(on router: inout Router) {
        router.handle(PhotoFiles.store) { [self] in try await store($0, $1, $2) }
        router.handle(PhotoFiles.read) { [self] request, _, writer in
            let bytes = try await bytes(request)
            for start in stride(from: 0, to: bytes.count, by: PhotoFiles.pieceLimit) {
                let piece = bytes[start..<min(start + PhotoFiles.pieceLimit, bytes.count)]
                try await writer.send(
                    Packet(Empty(), columns: [Column("data", .bytes, Bytes(Array(piece)))]))
            }
            return PhotoFiles.StoredPhoto(file: request.file, bytes: bytes.count)
        }
        router.handle(PhotoFiles.removeUnused) { [self] _, context in
            try await removeUnused(context.forwardedOptions)
        }
    }

    private func store(
        _ request: PhotoFiles.StoreRequest, _ context: CallContext,
        _ reader: TypedItemReader<Packet<Empty>>
    ) async throws -> PhotoFiles.StoredPhoto {
        let uploaded = try await spool.receive(
            Imports.UploadRequest(name: request.name, bytes: request.bytes), reader,
            limit: PhotoFiles.byteLimit, excess: Self.tooLarge(request.name))
        let path = try spool.path(of: uploaded.upload)
        defer { unlink(path) }
        let settings = try await storage.call(Settings.list, Empty(), context.forwardedOptions)
        let size = settings.values[Settings.photoSize].flatMap(Settings.PhotoSize.init)
        let format = settings.values[Settings.photoFormat].flatMap(Settings.PhotoFormat.init)
        return try await queue.run(for: context.profile) {
            let folder = try WorkFolder(in: spool.folder)
            let converted = try await conversion.convert(
                path, named: request.name, as: format ?? .jpeg,
                pixels: (size ?? .ultraHD).pixels, in: folder)
            let bytes = try Files.read(converted.file, limit: Self.storedLimit)
            let digest = SHA256.hash(data: bytes)
            guard let name = PhotoName("\(digest.hexDigits).\(converted.ending)") else {
                preconditionFailure("a digest with an ending is a name")
            }
            try ages.withLock { _ in
                try photos.write(bytes, as: name)
                // The file may have been stored before, and be unused since.
                utimes(photos.path(of: name), nil)
            }
            try await storeJPEG(
                of: name, at: photos.thumbnailPath(of: name), pixels: Self.thumbnailPixels,
                in: folder)
            return PhotoFiles.StoredPhoto(
                file: name.text, bytes: bytes.count, width: converted.dimensions.width,
                height: converted.dimensions.height)
        }
    }

    /// Stores a JPEG of a photo beside it, unless the file exists.
    private func storeJPEG(
        of name: PhotoName, at path: String, pixels: Int, in folder: WorkFolder
    ) async throws {
        guard access(path, F_OK) != 0 else { return }
        let file = try await conversion.jpeg(of: photos.path(of: name), pixels: pixels, in: folder)
        try Files.writeAtomically(try Files.read(file), to: path)
    }

    /// The name of the queue of pictures beside the photos of all profiles; no profile has it.
    private static let jpegQueue = ""

    /// The bytes of a photo or of a JPEG beside it, which is made if it is missing, as after a restore.
    private func bytes(_ request: PhotoFiles.ReadRequest) async throws -> [UInt8] {
        guard let name = PhotoName(request.file), photos.contains(name) else {
            throw Status(
                .notFound, "There is no stored photo \(request.file).",
                hint: "List the photos with: dayline photo list")
        }
        let path: String
        let pixels: Int
        switch request.size {
        case .thumbnail: (path, pixels) = (photos.thumbnailPath(of: name), Self.thumbnailPixels)
        case .screen where !name.isShownByBrowsers:
            (path, pixels) = (photos.screenPath(of: name), Settings.PhotoSize.ultraHD.pixels)
        case .screen, .full:
            return try Files.read(photos.path(of: name), limit: Self.storedLimit)
        }
        if let stored = try Files.readIfPresent(path) { return stored }
        try spool.prepare()
        try await queue.run(for: Self.jpegQueue) {
            try await storeJPEG(
                of: name, at: path, pixels: pixels, in: try WorkFolder(in: spool.folder))
        }
        return try Files.read(path)
    }

    /// Removes the files that no record names.
    package func removeUnused(
        _ options: CallOptions = CallOptions()
    ) async throws -> PhotoFiles.RemoveUnusedResponse {
        let names = photos.names
        let old = names.filter(isOld)
        var removed = 0
        for start in stride(from: 0, to: old.count, by: TrackerRecords.photoFileLimit) {
            let page = old[start..<min(start + TrackerRecords.photoFileLimit, old.count)]
            let named = Set(
                try await storage.call(
                    TrackerRecords.namedPhotos,
                    TrackerRecords.PhotoFilesRequest(files: page.map(\.text)), options
                ).files)
            for name in page where !named.contains(name.text) {
                let isRemoved = ages.withLock { _ in
                    guard isOld(name) else { return false }
                    photos.remove(name)
                    return true
                }
                if isRemoved { removed += 1 }
            }
        }
        return PhotoFiles.RemoveUnusedResponse(removed: removed, kept: names.count - removed)
    }

    /// True if the photo was stored so long ago that a record would name it.
    private func isOld(_ name: PhotoName) -> Bool {
        var status = stat()
        return stat(photos.path(of: name), &status) == 0
            && now() - status.st_mtim.tv_sec > Self.graceSeconds
    }

    private static func tooLarge(_ name: String) -> Status {
        Status(
            .resourceExhausted,
            "\(name) is larger than \(PhotoFiles.byteLimit >> 20) MiB, the limit of a photo.",
            hint: "Make the photo smaller first.")
    }
}
