import Contracts
import Glibc
import HostFiles
import RPC
import StorageService
import StorageTestKit
import Testing

@Suite(.temporaryStorage) struct PhotoFileTests {
    private func mode(_ path: String) -> UInt32? {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_mode & 0o777 : nil
    }

    @Test func `a stored photo is readable by its owner only`() async throws {
        let storage = try await TemporaryStorage()
        // The SHA-256 of the bytes.
        let name = try #require(
            PhotoName("039058c6f2c0cb492c533b0a4d14ef77cc0f78abccced5287d84a1a2011cfb81.png"))
        for size in [PhotoFiles.Size.full, .thumbnail] {
            _ = try await storage.client.upload(
                StoredPhotos.store, StoredPhotos.Picture(file: name.text, size: size)
            ) { writer in
                try await writer.send(
                    Packet(Empty(), columns: [Column("data", .bytes, Bytes([1, 2, 3] as [UInt8]))]))
            }
        }

        let photos = PhotoFolder(database: storage.path)
        #expect(mode(photos.path(of: name)) == 0o600)
        #expect(mode(photos.path(of: name, .thumbnail)) == 0o600)
        #expect(mode(photos.part(of: name)) == 0o700)
        photos.remove(name)
        #expect(Files.names(in: photos.part(of: name)).isEmpty)
    }
}
