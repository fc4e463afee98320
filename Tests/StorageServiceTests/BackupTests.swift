import BackupFolders
import Contracts
import Foundation
import GRDB
import RPC
import StorageService
import StorageTestKit
import Testing

@Suite(.temporaryStorage) struct BackupTests {
    /// A storage service with one published segment.
    private func filled() async throws -> TemporaryStorage {
        let storage = try await TemporaryStorage()
        let id = try await storage.begin()
        try await storage.stage([1], import: id)
        try await storage.publish(id)
        return storage
    }

    @Test func `a backup contains the state at its start and nothing committed later`() async throws
    {
        let storage = try await filled()
        let file = "\(storage.folder)/copy.sqlite"

        let written = try await storage.client.call(
            Backups.write, Backups.WriteRequest(path: file))
        let later = try await storage.begin()
        try await storage.stage([2, 3], import: later)
        try await storage.publish(later)
        let examined = try await storage.client.call(
            Backups.examine, Backups.BackupRequest(path: file))

        #expect(written.samples == 1)
        #expect(examined == written)
        let attributes = try FileManager.default.attributesOfItem(atPath: file)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        let left = try FileManager.default.contentsOfDirectory(atPath: storage.folder)
        #expect(!left.contains { $0.contains(".part-") })
    }

    @Test func `an encrypted backup needs its key, and no plain copy remains`() async throws {
        let storage = try await filled()
        let file = "\(storage.folder)/copy.encrypted"
        let key = try BackupSecretKey.create(at: "\(storage.folder)/key")

        let written = try await storage.client.call(
            Backups.write, Backups.WriteRequest(path: file, recipient: key.recipient.text))

        let size = try FileManager.default.attributesOfItem(atPath: file)[.size] as? Int64
        #expect(written.samples == 1 && written.bytes == size)
        #expect(!FileManager.default.fileExists(atPath: "\(storage.folder)/backup-copies"))
        let refusal = await code(of: {
            _ = try await storage.client.call(
                Backups.examine, Backups.BackupRequest(path: file))
        })
        #expect(refusal == .failedPrecondition)
        let plain = "\(storage.folder)/plain.sqlite"
        try EncryptedFile.decrypt(file, to: plain, with: key)
        let examined = try await storage.client.call(
            Backups.examine, Backups.BackupRequest(path: plain))
        #expect(examined.samples == 1 && examined.profiles == written.profiles)
    }

    @Test func `a start removes a plain copy of a killed process`() async throws {
        let storage = try await filled()
        let folder = "\(storage.folder)/backup-copies"
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        try Data("plain".utf8).write(to: URL(fileURLWithPath: "\(folder)/copy.1-1.new"))

        try await storage.service.startBackups()
        await storage.service.stopBackups()

        #expect(!FileManager.default.fileExists(atPath: folder))
    }

    @Test func `a recipient that is not a public key is refused`() async throws {
        let storage = try await filled()
        let file = "\(storage.folder)/copy.encrypted"

        let code = await code(of: {
            _ = try await storage.client.call(
                Backups.write, Backups.WriteRequest(path: file, recipient: "age1x"))
        })

        #expect(code == .invalidArgument)
        #expect(!FileManager.default.fileExists(atPath: file))
    }

    @Test func `an existing file is not overwritten`() async throws {
        let storage = try await filled()
        let file = "\(storage.folder)/copy.sqlite"
        try Data("mine".utf8).write(to: URL(fileURLWithPath: file))

        let code = await code(of: {
            _ = try await storage.client.call(Backups.write, Backups.WriteRequest(path: file))
        })

        #expect(code == .alreadyExists)
        #expect(try String(contentsOfFile: file, encoding: .utf8) == "mine")
    }

    @Test func `a restore returns to the state of the backup, at versions that were never issued`()
        async throws
    {
        let storage = try await filled()
        let file = "\(storage.folder)/copy.sqlite"
        _ = try await storage.client.call(Backups.write, Backups.WriteRequest(path: file))
        let later = try await storage.begin()
        try await storage.stage([2, 3], import: later)
        let lastVersion = try await storage.publish(later).version
        let known = try await storage.client.call(Changes.since, Changes.SinceRequest(number: 0))
            .latest
        storage.service.close()
        try FileManager.default.moveItem(atPath: file, toPath: storage.path + ".restore")

        let restored = try await TemporaryStorage(folder: storage.folder)

        #expect(try await restored.publishedSegments() == [1])
        let log = try await restored.client.call(
            Changes.since, Changes.SinceRequest(number: known))
        #expect(log.changes.map(\.kind) == [Changes.restoredKind])
        #expect(log.latest == log.changes[0].number)
        let next = try await restored.begin()
        try await restored.stage([9], import: next)
        #expect(try await restored.publish(next).version > lastVersion + 1)
        let names = try FileManager.default.contentsOfDirectory(atPath: storage.folder)
        #expect(names.contains { $0.hasPrefix("dayline.sqlite.kept-") })
        #expect(!names.contains("dayline.sqlite.restore"))
    }

    @Test(arguments: ["text", "newer", "foreign"])
    func `a file that is not a backup is refused, and the database is unchanged`(kind: String)
        async throws
    {
        let storage = try await filled()
        let file = storage.path + ".restore"
        if kind == "text" {
            try Data(repeating: 0x41, count: 8192).write(to: URL(fileURLWithPath: file))
        } else {
            let other = try DatabaseQueue(path: file)
            try await other.write { db in
                try db.execute(sql: "CREATE TABLE theirs (x)")
                guard kind == "newer" else { return }
                try db.execute(
                    sql: "PRAGMA application_id = \(applicationID); PRAGMA user_version = 999")
            }
            try other.close()
        }

        let (code, reopened) = try await storage.refusedRestore()

        #expect(code == (kind == "text" ? .dataLoss : .failedPrecondition))
        #expect(try await reopened.publishedSegments() == [1])
    }

    @Test func `a database without faults passes its checks`() async throws {
        let storage = try await filled()

        let found = try await storage.client.call(
            Checkups.storage, Checkups.RunRequest(isRepairing: false))

        #expect(
            found.checks.map(\.name)
                == [
                    "integrity", "references", "leftovers", "reports", "versions", "changes",
                    "rows",
                    "folds", "kept",
                ])
        #expect(found.checks.allSatisfy { $0.ok })
    }

    @Test(arguments: [
        ("leftovers", "INSERT INTO chunk_data (profile_id, bytes) VALUES (1, x'00')"),
        ("references", "UPDATE recent_chunk SET data_id = 999"),
        ("versions", "DELETE FROM dirty"),
        (
            "reports",
            "UPDATE import SET report = json_set(report, '$.byType', json('{\"x\":{\"read\":1,"
                + "\"stored\":0,\"duplicate\":0,\"quarantined\":0,\"ignored\":0}}'))"
        ),
    ])
    func `each fault is reported by its check`(name: String, sql: String) async throws {
        let storage = try await filled()
        let other = try DatabaseQueue(path: storage.path)
        try await other.write { try $0.execute(sql: sql) }

        let before = try await storage.client.call(
            Checkups.storage, Checkups.RunRequest(isRepairing: false))
        let after = try await storage.client.call(
            Checkups.storage, Checkups.RunRequest(isRepairing: true))

        #expect(before.checks.first { $0.name == name }?.ok == false)
        let isRepaired = after.checks.first { $0.name == name }?.ok
        #expect(isRepaired == (name == "leftovers" || name == "versions"))
    }
}
