import Contracts
import Foundation
import RPC
import StorageService
import StorageTestKit
import Testing

/// Storage that answers queries and refuses writes.
@Suite(.temporaryStorage) struct ReadOnlyTests {
    private func expectQueriesOnly(_ storage: StorageService, entries count: Int) async throws {
        let client = Client(inProcess: storage)
        let found = try await client.call(
            TrackerRecords.entries, TrackerRecords.EntriesRequest(after: 0)
        ).entries()
        let refused = await code(of: {
            _ = try await client.call(
                Settings.set, Settings.SetRequest(key: "weekStart", value: "monday"))
        })
        let state = try await client.call(Checkups.state, Empty())
        let checks = try await client.call(
            Checkups.storage, Checkups.RunRequest(isRepairing: false)
        ).checks

        #expect(found.count == count)
        #expect(refused == .failedPrecondition)
        #expect(state.readOnlyReason != nil)
        #expect(checks.filter { !$0.ok }.map(\.name) == ["writing"])
    }

    /// Copies a home to a disk of its own, and changes the disk before storage starts.
    private func expectQueriesOnly(
        hasLog: Bool, after limit: (SmallDisk) throws -> Void
    ) async throws {
        let storage = try await filled(hasLog: hasLog)
        let disk = try SmallDisk(megabytes: 16)
        let folder = try storage.copied(to: "\(disk.folder)/home")
        try limit(disk)

        let service = try await service(folder)
        try await expectQueriesOnly(service, entries: 2)
        service.close()
    }

    /// With `hasLog`, storage was not closed, so the newest entries are in the log.
    private func filled(hasLog: Bool) async throws -> TemporaryStorage {
        let storage = try await TemporaryStorage()
        try await apply(storage, "log", change(entry("a")), change(entry("b")))
        if !hasLog { storage.service.close() }
        return storage
    }

    private func service(_ folder: String, reason: String? = nil) async throws -> StorageService {
        try await StorageService(
            path: "\(folder)/dayline.sqlite", systemZone: "UTC", readOnlyReason: reason)
    }

    @Test(arguments: [true, false])
    func `read-only storage answers queries, refuses writes and changes no byte`(
        hasLog: Bool
    ) async throws {
        let storage = try await filled(hasLog: hasLog)
        let folder = try storage.copied()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let file = try Data(contentsOf: URL(fileURLWithPath: "\(folder)/dayline.sqlite"))

        let service = try await service(folder, reason: "The disk is full.")
        try await expectQueriesOnly(service, entries: 2)
        let copy = "\(folder)/copy"
        _ = try await Client(inProcess: service).call(
            Backups.write, Backups.WriteRequest(path: copy))
        let backup = try await Client(inProcess: service).call(
            Backups.examine, Backups.BackupRequest(path: copy))
        service.close()

        #expect(backup.profiles == ["default"])
        #expect(try Data(contentsOf: URL(fileURLWithPath: "\(folder)/dayline.sqlite")) == file)
    }

    @Test(
        .enabled(if: SmallDisk.isPossible, "this user may not mount a disk"),
        arguments: [true, false])
    func `a home on a read-only disk is read with the changes in its log`(
        hasLog: Bool
    ) async throws {
        try await expectQueriesOnly(hasLog: hasLog) { try $0.makeReadOnly() }
    }

    @Test(.enabled(if: SmallDisk.isPossible, "this user may not mount a disk"))
    func `a home on a full disk is read`() async throws {
        try await expectQueriesOnly(hasLog: true) { try $0.fill() }
    }
}
