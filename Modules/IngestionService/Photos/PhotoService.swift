package import Contracts
import Crypto
import Glibc
package import HostFiles
package import RPC
import Texts
package import ZeroMQ

/// Stores and reads the files of photos.
package final class PhotoService: Service {
    private let photos: PhotoFolder
    private let spool: Spool
    private let storage: Client
    private let conversion: PhotoConversion
    /// Conversions of a profile run one at a time.
    private let queue = ImportQueue()
    /// Seconds since 1970.
    private let now: @Sendable () -> Int

    /// Age in seconds from which a file that no record names is removed: an upload is logged before.
    private static let graceSeconds = 24 * 60 * 60
    private static let storedLimit = 256 << 20

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
        spool = Spool(folder: "\(home.folder)/spool")
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
        return try await queue.run(for: context.profile) {
            let folder = try WorkFolder(in: spool.folder)
            let converted = try await conversion.convert(
                path, named: request.name, pixels: (size ?? .ultraHD).pixels, in: folder)
            let bytes = try Files.read(converted.file, limit: Self.storedLimit)
            let digest = SHA256.hash(data: bytes)
            guard let name = PhotoName("\(digest.hexDigits).\(converted.ending)") else {
                preconditionFailure("a digest with an ending is a name")
            }
            try photos.write(bytes, as: name)
            // The file may have been stored before, and be unused since.
            utimes(photos.path(of: name), nil)
            try await storeThumbnail(of: name, in: folder)
            return PhotoFiles.StoredPhoto(
                file: name.text, bytes: bytes.count, width: converted.dimensions.width,
                height: converted.dimensions.height)
        }
    }

    private func storeThumbnail(of name: PhotoName, in folder: WorkFolder) async throws {
        guard access(photos.thumbnailPath(of: name), F_OK) != 0 else { return }
        let file = try await conversion.thumbnail(of: photos.path(of: name), in: folder)
        try Files.writeAtomically(try Files.read(file), to: photos.thumbnailPath(of: name))
    }

    /// The name of the queue of thumbnails of all profiles; no profile has it.
    private static let thumbnailQueue = ""

    /// The bytes of a photo or its thumbnail, which is made if it is missing, as after a restore.
    private func bytes(_ request: PhotoFiles.ReadRequest) async throws -> [UInt8] {
        guard let name = PhotoName(request.file), photos.contains(name) else {
            throw Status(
                .notFound, "There is no stored photo \(request.file).",
                hint: "List the photos with: dayline photo list")
        }
        guard request.size == .thumbnail else {
            return try Files.read(photos.path(of: name), limit: Self.storedLimit)
        }
        if let stored = try Files.readIfPresent(photos.thumbnailPath(of: name)) { return stored }
        try spool.prepare()
        try await queue.run(for: Self.thumbnailQueue) {
            try await storeThumbnail(of: name, in: try WorkFolder(in: spool.folder))
        }
        return try Files.read(photos.thumbnailPath(of: name))
    }

    /// Removes the files that no record names.
    package func removeUnused(
        _ options: CallOptions = CallOptions()
    ) async throws -> PhotoFiles.RemoveUnusedResponse {
        let names = photos.names
        let old = names.filter { name in
            var status = stat()
            return stat(photos.path(of: name), &status) == 0
                && now() - status.st_mtim.tv_sec > Self.graceSeconds
        }
        var removed = 0
        for start in stride(from: 0, to: old.count, by: TrackerRecords.photoFileLimit) {
            let page = old[start..<min(start + TrackerRecords.photoFileLimit, old.count)]
            let named = Set(
                try await storage.call(
                    TrackerRecords.namedPhotos,
                    TrackerRecords.PhotoFilesRequest(files: page.map(\.text)), options
                ).files)
            for name in page where !named.contains(name.text) {
                photos.remove(name)
                removed += 1
            }
        }
        return PhotoFiles.RemoveUnusedResponse(removed: removed, kept: names.count - removed)
    }

    private static func tooLarge(_ name: String) -> Status {
        Status(
            .resourceExhausted,
            "\(name) is larger than \(PhotoFiles.byteLimit >> 20) MiB, the limit of a photo.",
            hint: "Make the photo smaller first.")
    }
}
