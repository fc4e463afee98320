import Contracts
import Foundation
import HostFiles
import RPC
import StorageService
import StorageTestKit
import Testing

@Suite(.temporaryStorage) struct BackupPhotoTests {
    private let name = PhotoName(String(repeating: "a", count: 64) + ".jpg")

    @Test func `a backup has the photos, and a restore stores them again`() async throws {
        let name = try #require(name)
        let storage = try await TemporaryStorage()
        let photos = PhotoFolder(database: storage.path)
        try photos.write([1, 2, 3], as: name)
        let file = "\(storage.folder)/copy.sqlite"

        let written = try await storage.client.call(
            Backups.write, Backups.WriteRequest(path: file))
        let examined = try await storage.client.call(
            Backups.examine, Backups.BackupRequest(path: file))
        storage.service.close()
        photos.remove(name)
        try FileManager.default.moveItem(
            atPath: file, toPath: storage.path + Home.restoreSuffix)
        let restored = try await TemporaryStorage(folder: storage.folder)
        let again = try await restored.client.call(
            Backups.write, Backups.WriteRequest(path: file))

        #expect(written.photos == 1)
        #expect(examined == written)
        #expect(try Files.read(photos.path(of: name)) == [1, 2, 3])
        #expect(again.photos == 1)
    }
}
