package import Contracts
import Crypto
package import RPC
import Texts

/// A stored photo, or a picture that was made of a photo.
package struct PictureKey: Hashable, Sendable {
    package let photo: PhotoName
    package let size: PhotoFiles.Size

    /// - Throws: INVALID_ARGUMENT if the file is not the name of a photo.
    init(_ request: StoredPhotos.Picture) throws(Status) {
        guard let photo = PhotoName(request.file) else {
            throw Status(
                .invalidArgument, "\"\(request.file)\" is not the name of a stored photo.",
                hint: "List the photos with: dayline photo list")
        }
        self.photo = photo
        size = request.size
    }
}

/// The operations of the bytes of photos. A photo has at most ``PhotoFiles/byteLimit`` bytes.
package protocol PhotoOperations: StorageOperations {
    /// Stores a picture, or renews the age of a photo that is stored.
    /// - Throws: `StorageError.noPhoto` for a picture of a photo that is not stored.
    func storePicture(_ key: PictureKey, _ pieces: [Bytes], of profile: String) async throws
    /// The piece with a number, of at most ``PhotoFiles/pieceLimit`` bytes; nil behind the last one, and for
    /// a picture that is not stored.
    func piece(_ number: Int, of key: PictureKey, of profile: String) async throws -> Bytes?
    /// Removes the photos that were stored before a time, in milliseconds since 1970, and that no record of
    /// any profile names.
    func removeUnusedPhotos(
        storedBefore time: Int64
    ) async throws -> StoredPhotos.RemoveUnusedResponse
}

extension StorageServices where Engine: PhotoOperations {
    func registerPhotos(on router: inout Router) {
        router.handle(StoredPhotos.store) { [self] request, context, reader in
            try await store(PictureKey(request), of: context.profile, reader)
        }
        router.handle(StoredPhotos.read) { [self] request, context, writer in
            try await send(PictureKey(request), of: context.profile, to: writer)
        }
        router.handle(StoredPhotos.removeUnused) { [self] _, _ in
            try engine.checkWritable()
            return try await engine.removeUnusedPhotos(
                storedBefore: StoredPhotos.unusedLimit(now: publisher.now()))
        }
    }

    private func store(
        _ key: PictureKey, of profile: String, _ reader: TypedItemReader<Packet<Empty>>
    ) async throws -> StoredPhotos.StoredPicture {
        var digest = SHA256()
        var (pieces, bytes): ([Bytes], Int) = ([], 0)
        while let item = try await reader.next() {
            let data = try item.columns.column("data", .bytes)
            bytes += data.count
            guard data.count <= PhotoFiles.pieceLimit, bytes <= PhotoFiles.byteLimit else {
                throw Status(
                    .resourceExhausted,
                    "The photo \(key.photo) is larger than \(PhotoFiles.byteLimit >> 20) MiB, the limit "
                        + "of a photo.", hint: "Make the photo smaller first.")
            }
            data.withUnsafeBytes { digest.update(bufferPointer: $0) }
            pieces.append(data)
        }
        guard bytes > 0, key.size != .full || digest.isHash(of: key.photo) else {
            throw Status(
                .invalidArgument,
                "The bytes of the photo \(key.photo) do not have the hash of its name.",
                hint: "Send all bytes of the photo in their order.")
        }
        try await engine.storePicture(key, pieces, of: profile)
        return StoredPhotos.StoredPicture(bytes: bytes)
    }

    private func send(
        _ key: PictureKey, of profile: String, to writer: TypedItemWriter<Packet<Empty>>
    ) async throws -> StoredPhotos.StoredPicture {
        var digest = SHA256()
        var (number, bytes) = (0, 0)
        while let data = try await engine.piece(number, of: key, of: profile) {
            data.withUnsafeBytes { digest.update(bufferPointer: $0) }
            try await writer.send(Packet(Empty(), columns: [Column("data", .bytes, data)]))
            number += 1
            bytes += data.count
        }
        guard number > 0 else { throw StorageError.noPhoto(key.photo) }
        guard key.size != .full || digest.isHash(of: key.photo) else {
            throw StorageError.damagedPhoto(key.photo)
        }
        return StoredPhotos.StoredPicture(bytes: bytes)
    }
}

extension SHA256 {
    /// True if a photo with the bytes so far has the name.
    fileprivate func isHash(of photo: PhotoName) -> Bool {
        finalize().hexDigits == photo.digest
    }
}
