import BackupFolders
import CivilTime
import Contracts
import Foundation
import HostFiles
import RPC
import StorageService
import StorageTestKit
import Synchronization
import TestKit
import Testing

/// Daily backups to a folder.
@Suite(.temporaryStorage) struct FolderBackupTests {
    /// A storage service with one published segment, and a folder for backups.
    private func filled(
        now: @escaping @Sendable () -> Int64 = WallClock.milliseconds
    ) async throws -> (storage: TemporaryStorage, drive: String) {
        let storage = try await TemporaryStorage(now: now)
        let id = try await storage.begin()
        try await storage.stage([1], import: id)
        try await storage.publish(id)
        let drive = storage.folder + "-drive"
        try FileManager.default.createDirectory(
            atPath: drive, withIntermediateDirectories: true)
        TestCleanup.add { try? FileManager.default.removeItem(atPath: drive) }
        return (storage, drive)
    }

    private func configure(
        _ storage: TemporaryStorage, _ request: Backups.ConfigureRequest
    ) async throws -> Backups.ScheduleResponse {
        try await storage.client.call(Backups.configure, request)
    }

    private func schedule(_ storage: TemporaryStorage) async throws -> Backups.ScheduleResponse {
        try await storage.client.call(
            Backups.schedule, Backups.ScheduleRequest(includesSnapshots: true))
    }

    @Test func `a snapshot is verified, listed and restored from the folder alone`() async throws {
        let (storage, drive) = try await filled()
        let photo = try #require(PhotoName(String(repeating: "a", count: 64) + ".jpg"))
        try PhotoFolder(database: storage.path).write([1, 2, 3], as: photo)
        _ = try await configure(storage, Backups.ConfigureRequest(folder: drive))

        let written = try await storage.client.call(Backups.run, Empty())
        let again = try await storage.client.call(Backups.run, Empty())
        let state = try await schedule(storage)
        let folder = try BackupFolder(drive, key: .absent)
        let list = try folder.files(of: try #require(folder.verifiedSnapshots.last))
        let other = storage.folder + "-restored"
        defer { try? FileManager.default.removeItem(atPath: other) }
        try FileManager.default.createDirectory(
            atPath: other, withIntermediateDirectories: true)
        try folder.extract(list.database, to: "\(other)/dayline.sqlite\(Home.restoreSuffix)")
        try folder.extractPhotos(of: list, to: PhotoFolder(folder: "\(other)/photos"))
        let restored = try await TemporaryStorage(folder: other)

        #expect(written.samples == 1)
        #expect(written.photos == 1)
        #expect((1...written.bytes).contains(written.addedBytes))
        #expect(again.addedBytes < written.bytes / 2)
        // The newest of the day.
        #expect(state.snapshots == [again])
        #expect(state.verifiedAt?.prefix(16) == again.at.prefix(16))
        #expect(state.failure == nil)
        #expect(try await restored.publishedSegments() == [1])
        #expect(
            try Files.read(PhotoFolder(folder: "\(other)/photos").path(of: photo)) == [1, 2, 3])
        let left = try FileManager.default.contentsOfDirectory(atPath: storage.folder)
        #expect(!left.contains("backup-work"))
        restored.service.close()
    }

    @Test func `a backup to an absent drive fails, is recorded, and writes nothing`() async throws {
        let (storage, drive) = try await filled()
        _ = try await configure(storage, Backups.ConfigureRequest(folder: drive))
        try FileManager.default.removeItem(atPath: drive)
        try FileManager.default.createDirectory(
            atPath: drive, withIntermediateDirectories: true)

        let failed = await code(of: { _ = try await storage.client.call(Backups.run, Empty()) })
        let state = try await schedule(storage)

        #expect(failed == .notFound)
        #expect(state.failure?.contains(drive) == true)
        #expect(state.problem != nil)
        #expect(try FileManager.default.contentsOfDirectory(atPath: drive) == [])
    }

    @Test func `a folder is used again after daily backups were off`() async throws {
        let (storage, drive) = try await filled()
        _ = try await configure(storage, Backups.ConfigureRequest(folder: drive))
        let written = try await storage.client.call(Backups.run, Empty())

        let off = try await configure(storage, Backups.ConfigureRequest(isOff: true))
        let refusal = await code(of: {
            _ = try await storage.client.call(Backups.run, Empty())
        })
        _ = try await configure(storage, Backups.ConfigureRequest(folder: drive))
        let state = try await schedule(storage)

        #expect(off.folder == nil)
        #expect(off.nextAt == nil)
        #expect(refusal == .failedPrecondition)
        #expect(state.folder == drive)
        #expect(state.nextAt != nil)
        #expect(state.snapshots == [written])
    }

    @Test(arguments: [true, false])
    func `a folder that was emptied while daily backups were off is set up again`(
        isEncrypted: Bool
    ) async throws {
        let (storage, drive) = try await filled()
        let recipient =
            isEncrypted
            ? try BackupSecretKey.create(at: "\(storage.folder)/key").recipient.text : nil
        _ = try await configure(
            storage, Backups.ConfigureRequest(folder: drive, recipient: recipient))
        _ = try await configure(storage, Backups.ConfigureRequest(isOff: true))
        try FileManager.default.removeItem(atPath: drive)
        try FileManager.default.createDirectory(
            atPath: drive, withIntermediateDirectories: true)

        _ = try await configure(storage, Backups.ConfigureRequest(folder: drive))

        _ = try await storage.client.call(Backups.run, Empty())
        let state = try await schedule(storage)
        #expect(state.snapshots?.count == 1)
        #expect(state.recipient == recipient)
    }

    @Test func `a folder in the home, an invalid time and a missing folder are refused`()
        async throws
    {
        let (storage, drive) = try await filled()
        let inHome = "\(storage.folder)/backups"
        try FileManager.default.createDirectory(
            atPath: inHome, withIntermediateDirectories: true)

        func refusal(_ request: Backups.ConfigureRequest) async -> Status.Code? {
            await code(of: { _ = try await configure(storage, request) })
        }

        #expect(await refusal(.init(folder: inHome)) == .invalidArgument)
        #expect(await refusal(.init(folder: drive + "-missing")) == .notFound)
        #expect(await refusal(.init(folder: "drive")) == .invalidArgument)
        #expect(await refusal(.init(folder: drive, time: "25:00")) == .invalidArgument)
        #expect(await refusal(.init(folder: drive, recipient: "anna")) == .invalidArgument)
        #expect(
            await code(of: { _ = try await storage.client.call(Backups.run, Empty()) })
                == .failedPrecondition)
        #expect(try FileManager.default.contentsOfDirectory(atPath: drive) == [])
    }

    @Test func `a missed backup is written after the start`() async throws {
        let lag = Mutex<Int64>(2 * 86_400_000)
        let now: @Sendable () -> Int64 = { WallClock.milliseconds() - lag.withLock { $0 } }
        let (storage, drive) = try await filled(now: now)
        let set = try await configure(
            storage, Backups.ConfigureRequest(folder: drive, time: "03:30"))
        // Two days later.
        lag.withLock { $0 = 0 }
        let start = now()

        try await storage.service.startBackups(delay: 0)
        var state = try await schedule(storage)
        while state.verifiedAt == nil, state.failure == nil {
            try await Task.sleep(for: .milliseconds(20))
            state = try await schedule(storage)
        }
        await storage.service.stopBackups()

        #expect(set.time == "03:30")
        #expect(set.zone == "Europe/Berlin")
        #expect(try #require(set.nextAt) < secondText(start))
        #expect(state.failure == nil)
        #expect(try #require(state.verifiedAt) >= secondText(start))
        #expect(try #require(state.nextAt) > secondText(start))
    }

    @Test(.enabled(if: SmallDisk.isPossible))
    func `a full drive fails the backup and keeps the earlier one`() async throws {
        let (storage, _) = try await filled()
        let disk = try SmallDisk(megabytes: 2)
        _ = try await configure(storage, Backups.ConfigureRequest(folder: disk.folder))
        let first = try await storage.client.call(Backups.run, Empty())
        let id = try await storage.begin()
        try await storage.stage([2], import: id, size: 100_000)
        try await storage.publish(id)
        try disk.fill()

        let failed = await code(of: { _ = try await storage.client.call(Backups.run, Empty()) })
        let state = try await schedule(storage)
        let folder = try BackupFolder(disk.folder, key: .absent)
        let list = try folder.files(of: try #require(folder.verifiedSnapshots.first))

        #expect(failed == .resourceExhausted)
        #expect(state.snapshots?.map(\.at) == [first.at])
        #expect(state.failure?.contains("full") == true)
        #expect(await code(of: { try folder.verify(list.database) }) == nil)
        #expect(try await storage.publishedSegments() == [1, 2])
    }
}
