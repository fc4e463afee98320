import Contracts
import Foundation
import RPC
import StorageService
import StorageTestKit
import TestKit
import Testing

/// A write-ahead log that was truncated or removed while storage was not running.
@Suite(.temporaryStorage) struct MissingChangeTests {
    /// Storage with the first entry in its file and four more in its log.
    private func logged() async throws -> TemporaryStorage {
        let first = try await TemporaryStorage()
        try await apply(first, "first", change(entry("a")))
        first.service.close()
        let storage = try await TemporaryStorage(folder: first.folder)
        for name in ["b", "c", "d", "e"] { try await apply(storage, name, change(entry(name))) }
        return storage
    }

    @Test(arguments: [true, false])
    func `a truncated or removed log is reported with the missing numbers`(
        isRemoved: Bool
    ) async throws {
        let storage = try await logged()
        let newest = try await storage.client.call(Changes.since, Changes.SinceRequest(number: 0))
            .latest
        let folder = try storage.copied(without: isRemoved ? ["-wal"] : [])
        if !isRemoved {
            let file = try #require(FileHandle(forUpdatingAtPath: "\(folder)/dayline.sqlite-wal"))
            try file.truncate(atOffset: try file.seekToEnd() / 2)
            try file.close()
        }

        let damaged = try await TemporaryStorage(folder: folder)
        let remaining = try await entries(damaged).count
        let missing = try #require(try await damaged.state().missingChanges.first)
        let check = try #require(try await damaged.checks()["changes"])
        try await apply(damaged, "later", change(entry("later")))
        let later = try await damaged.client.call(Changes.since, Changes.SinceRequest(number: 0))
            .latest
        damaged.service.close()
        let reopened = try await TemporaryStorage(folder: folder)
        let stillMissing = try await reopened.state().missingChanges
        let repaired = try await reopened.checks(isRepairing: true)

        #expect(remaining < 5)
        #expect(missing.last == newest)
        #expect(Int(missing.last - missing.first) + 1 == 5 - remaining)
        #expect(missing.since != nil)
        #expect(!check.ok)
        #expect(check.detail.contains("\(newest)"))
        #expect(later > newest)
        #expect(stillMissing == [missing])
        #expect(repaired["changes"]?.ok == true)
        #expect(repaired["missing"]?.isLossy == true)
        #expect(try await reopened.state().missingChanges == [])
    }

    @Test func `an intact log and a record older than the log are not reported`() async throws {
        let storage = try await logged()
        let older = try Data(contentsOf: URL(fileURLWithPath: storage.path + ".acknowledged"))
        try await apply(storage, "f", change(entry("f")))
        let intact = try storage.copied()
        let withOldRecord = try storage.copied()
        try older.write(to: URL(fileURLWithPath: "\(withOldRecord)/dayline.sqlite.acknowledged"))
        let withoutRecord = try storage.copied(without: [".acknowledged"])

        for folder in [intact, withOldRecord, withoutRecord] {
            let reopened = try await TemporaryStorage(folder: folder)
            #expect(try await reopened.state().missingChanges == [])
            #expect(try await entries(reopened).count == 6)
        }
    }

    @Test
    func `the record is written before the caller is answered and readable only by its owner`()
        async throws
    {
        let storage = try await TemporaryStorage()

        for name in ["a", "b", "c"] {
            try await apply(storage, name, change(entry(name)))
            let latest = try await storage.client.call(
                Changes.since, Changes.SinceRequest(number: 0)
            ).latest
            let record = try String(
                contentsOfFile: storage.path + ".acknowledged", encoding: .utf8)
            #expect(record.split(separator: " ").dropFirst().first == "\(latest)")
        }

        let attributes = try FileManager.default.attributesOfItem(
            atPath: storage.path + ".acknowledged")
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }
}
