import Contracts
import Crypto
import Glibc
package import HostFiles
package import RPC
import Synchronization
import Texts
import Uploads
package import ZeroMQ

/// Converts uploaded pictures to photos, which storage stores, and makes thumbnails of photos.
package final class PhotoService: Service {
    /// The folder of photos. Storage on PostgreSQL does not read the folder, in which earlier versions stored the
    /// photos of its profiles.
    private let photos: PhotoFolder
    private let spool: Spool
    private let storage: Client
    private let conversion: PhotoConversion
    /// Conversions of a profile run one at a time.
    private let queue = ImportQueue()

    /// The greatest length of a side of a thumbnail in pixels.
    private static let thumbnailPixels = 480

    /// - Parameters:
    ///   - home: The home with the photos.
    ///   - storage: A client of storage.
    ///   - loop: The loop that starts the programs.
    package init(home: Home, storage: Client, loop: Loop) {
        photos = home.photos
        spool = Spool(of: home)
        self.storage = storage
        conversion = PhotoConversion(program: PhotoProgram(loop: loop))
    }

    package func register(on router: inout Router) {
        router.handle(PhotoFiles.store) { [self] in try await store($0, $1, $2) }
        router.handle(PhotoFiles.read) { [self] request, context, writer in
            let bytes = try await bytes(request, context.forwardedOptions)
            for piece in PhotoFiles.pieces(of: bytes) {
                try await writer.send(Packet(Empty(), columns: [Column("data", .bytes, piece)]))
            }
            return PhotoFiles.StoredPhoto(file: request.file, bytes: bytes.count)
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
            let bytes = try photo(converted.file, named: request.name)
            let digest = SHA256.hash(data: bytes)
            guard let name = PhotoName("\(digest.hexDigits).\(converted.ending)") else {
                preconditionFailure("a digest with an ending is a name")
            }
            try await send(bytes, as: name, .full, context.forwardedOptions)
            _ = try await picture(.thumbnail, of: name, bytes, context.forwardedOptions)
            return PhotoFiles.StoredPhoto(
                file: name.text, bytes: bytes.count, width: converted.dimensions.width,
                height: converted.dimensions.height)
        }
    }

    /// The bytes of a converted photo.
    private func photo(_ path: String, named name: String) throws -> [UInt8] {
        do throws(HostFileError) {
            return try Files.read(path, limit: PhotoFiles.byteLimit)
        } catch {
            guard case .fileTooLarge = error else { throw error.status }
            throw Self.tooLarge(name)
        }
    }

    private func send(
        _ bytes: [UInt8], as name: PhotoName, _ size: PhotoFiles.Size, _ options: CallOptions
    ) async throws {
        let request = StoredPhotos.Picture(file: name.text, size: size)
        _ = try await storage.upload(StoredPhotos.store, request, options) { writer in
            for piece in PhotoFiles.pieces(of: bytes) {
                try await writer.send(Packet(Empty(), columns: [Column("data", .bytes, piece)]))
            }
        }
    }

    /// The stored bytes of a picture; nil if the picture is not stored.
    private func stored(
        _ name: PhotoName, _ size: PhotoFiles.Size, _ options: CallOptions
    ) async throws -> [UInt8]? {
        let received = Mutex<[UInt8]>([])
        do {
            let request = StoredPhotos.Picture(file: name.text, size: size)
            _ = try await storage.stream(StoredPhotos.read, request, options) { item in
                let data = try item.columns.column("data", .bytes).array(of: UInt8.self)
                received.withLock { $0 += data }
            }
        } catch {
            guard error.code == .notFound else { throw error }
            return nil
        }
        return received.withLock { $0 }
    }

    /// The bytes of a photo, or of a picture that is made of the photo.
    private func bytes(
        _ request: PhotoFiles.ReadRequest, _ options: CallOptions
    ) async throws -> [UInt8] {
        guard let name = PhotoName(request.file) else { throw Self.unknown(request.file) }
        let isMade =
            request.size == .thumbnail || request.size == .screen && !name.isShownByBrowsers
        if isMade, let picture = try await stored(name, request.size, options) { return picture }
        guard let photo = try await photo(name, options) else { throw Self.unknown(request.file) }
        guard isMade else { return photo }
        return try await queue.run(for: Self.jpegQueue) {
            try await picture(request.size, of: name, photo, options)
        }
    }

    private func photo(_ name: PhotoName, _ options: CallOptions) async throws -> [UInt8]? {
        if let photo = try await stored(name, .full, options) { return photo }
        guard
            let photo = try Files.readIfPresent(photos.path(of: name), limit: PhotoFiles.byteLimit)
        else { return nil }
        try await send(photo, as: name, .full, options)
        return photo
    }

    /// The name of the queue of pictures that are made of photos of all profiles; no profile has it.
    private static let jpegQueue = ""

    /// Makes a JPEG of a photo and stores the JPEG, unless it is stored, as for a photo that was stored again.
    /// - Returns: The bytes of the JPEG.
    private func picture(
        _ size: PhotoFiles.Size, of name: PhotoName, _ photo: [UInt8], _ options: CallOptions
    ) async throws -> [UInt8] {
        if let picture = try await stored(name, size, options) { return picture }
        try spool.prepare()
        let folder = try WorkFolder(in: spool.folder)
        let pixels = size == .thumbnail ? Self.thumbnailPixels : Settings.PhotoSize.ultraHD.pixels
        let picture = try Files.read(
            try await conversion.jpeg(of: photo, pixels: pixels, in: folder))
        // The picture is made again for the next request if it cannot be stored, as in a read-only home.
        try? await send(picture, as: name, size, options)
        return picture
    }

    private static func unknown(_ file: String) -> Status {
        Status(
            .notFound, "There is no stored photo \(file).",
            hint: "List the photos with: dayline photo list")
    }

    private static func tooLarge(_ name: String) -> Status {
        Status(
            .resourceExhausted,
            "\(name) is larger than \(PhotoFiles.byteLimit >> 20) MiB, the limit of a photo.",
            hint: "Make the photo smaller first.")
    }
}
