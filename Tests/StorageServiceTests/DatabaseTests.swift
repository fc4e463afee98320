import Contracts
import Foundation
import GRDB
import RPC
import StorageService
import StorageTestKit
import Testing

@Suite(.temporaryStorage) struct DatabaseTests {
    @Test func `the first start adds a default profile with the system's zone`() async throws {
        let storage = try await TemporaryStorage()

        let listing = try await storage.client.call(Profiles.list, Empty())

        #expect(listing.profiles.map(\.name) == ["default"])
        #expect(listing.profiles.map(\.zone) == ["Europe/Berlin"])
    }

    @Test(arguments: ["dayline.sqlite", "dayline.sqlite-wal", "dayline.sqlite-shm"])
    func `only the owner may read the files`(name: String) async throws {
        let storage = try await TemporaryStorage()

        let attributes = try FileManager.default.attributesOfItem(
            atPath: "\(storage.folder)/\(name)")

        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }

    @Test func `a database of a newer version is refused`() async throws {
        let storage = try await TemporaryStorage()
        let newer = try DatabaseQueue(path: storage.path)
        try await newer.write { try $0.execute(sql: "PRAGMA user_version = 999") }

        let code = await code(of: { _ = try await TemporaryStorage(folder: storage.folder) })

        #expect(code == .failedPrecondition)
    }

    @Test func `a database of schema version 1 records what later imports add`() async throws {
        let old = try await TemporaryStorage()
        let first = try await old.begin()
        try await old.stage([1], import: first)
        try await old.publish(first)
        old.service.close()
        try await returnToVersion1(old)

        let storage = try await TemporaryStorage(folder: old.folder)
        let second = try await storage.begin()
        try await storage.stage([1, 2], import: second)
        try await storage.publish(second)

        let report = try await storage.client.call(
            ImportLog.get, ImportLog.ImportRequest(id: second)
        ).report
        #expect(report.canBeUndone == true)
        #expect(try await storage.publishedSegments() == [1, 2])
        #expect(try await storage.checks()["rows"]?.ok == true)
    }

    @Test func `rows that were changed before a migration are still reported`() async throws {
        let old = try await TemporaryStorage()
        let id = try await old.begin()
        try await old.stage([1], import: id)
        try await old.publish(id)
        old.service.close()
        try await returnToVersion1(old, "UPDATE import SET file = 'changed.xml'")

        let storage = try await TemporaryStorage(folder: old.folder)

        let rows = try #require(try await storage.checks()["rows"])
        #expect(!rows.ok)
        #expect(rows.detail.contains("import of default (changed)"))
    }

    /// Removes what version 2 of the schema added from a closed database, and runs a statement.
    private func returnToVersion1(
        _ storage: TemporaryStorage, _ statement: String = ""
    ) async throws {
        let queue = try DatabaseQueue(path: storage.path)
        try await queue.write {
            try $0.execute(
                sql: """
                    DROP TABLE added_chunk;
                    DROP TABLE added_row;
                    DELETE FROM row_checksum WHERE name IN ('added_chunk', 'added_row');
                    PRAGMA user_version = 1;
                    \(statement)
                    """)
        }
        try queue.close()
    }

    @Test func `a file that is not a database is reported as damaged`() async throws {
        let folder = NSTemporaryDirectory() + "dl-storage-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try Data(repeating: 0x41, count: 8192).write(
            to: URL(fileURLWithPath: "\(folder)/dayline.sqlite"))

        let code = await code(of: { _ = try await TemporaryStorage(folder: folder) })

        #expect(code == .dataLoss)
    }

    @Test(arguments: [true, false])
    func `a log without its database file is reported and not deleted`(emptied: Bool) async throws {
        let storage = try await TemporaryStorage()
        let log = try #require(FileManager.default.contents(atPath: storage.path + "-wal"))
        let folder = "\(storage.folder)/left"
        let path = "\(folder)/dayline.sqlite"
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        try log.write(to: URL(fileURLWithPath: path + "-wal"))
        if emptied { try Data().write(to: URL(fileURLWithPath: path)) }

        let code = await code(of: { _ = try await TemporaryStorage(folder: folder) })

        #expect(code == .dataLoss)
        #expect(FileManager.default.contents(atPath: path + "-wal") == log)
    }

    @Test func `another program's database is refused and not changed`() async throws {
        let storage = try await TemporaryStorage()
        let path = "\(storage.folder)/other/dayline.sqlite"
        try FileManager.default.createDirectory(
            atPath: "\(storage.folder)/other", withIntermediateDirectories: true)
        let other = try DatabaseQueue(path: path)
        try await other.write { try $0.execute(sql: "CREATE TABLE theirs (x)") }

        let code = await code(of: {
            _ = try await TemporaryStorage(folder: "\(storage.folder)/other")
        })

        #expect(code == .failedPrecondition)
        let tables = try await other.read {
            try String.fetchAll($0, sql: "SELECT name FROM sqlite_schema")
        }
        #expect(tables == ["theirs"])
    }

    @Test func `a full disk is reported, and acknowledged changes are kept`() async throws {
        let storage = try await TemporaryStorage(pageLimit: 240)
        let first = try await storage.begin()
        try await storage.stage([1], import: first)
        try await storage.publish(first)
        let second = try await storage.begin()

        let full = await code(of: {
            for segment in 2..<100 {
                try await storage.stage([Int64(segment)], import: second, size: 20_000)
            }
        })
        let afterwards = await code(of: {
            _ = try await storage.client.call(Settings.list, Empty())
        })

        #expect(full == .resourceExhausted)
        #expect(afterwards == nil)
        #expect(try await storage.publishedSegments() == [1])
    }

    @Test func `a damaged page is reported when it is read`() async throws {
        let storage = try await TemporaryStorage()
        let id = try await storage.begin()
        try await storage.stage(Array(1...200), import: id, size: 2000)
        try await storage.publish(id)
        storage.service.close()
        let file = try #require(FileHandle(forUpdatingAtPath: storage.path))
        let size = try file.seekToEnd()
        for page in 3..<(size / 4096) {
            try file.seek(toOffset: page * 4096)
            try file.write(contentsOf: Data(repeating: 0xA5, count: 4096))
        }
        try file.close()

        let code = await code(of: {
            let damaged = try await TemporaryStorage(folder: storage.folder)
            _ = try await damaged.publishedSegments()
        })

        #expect(code == .dataLoss)
    }

    @Test func `closing writes the whole log into the file`() async throws {
        let storage = try await TemporaryStorage()
        let id = try await storage.begin()
        try await storage.stage([1, 2], import: id)
        try await storage.publish(id)
        _ = try await storage.publishedSegments()

        storage.service.close()

        #expect(!FileManager.default.fileExists(atPath: storage.path + "-wal"))
        let reopened = try await TemporaryStorage(folder: storage.folder)
        #expect(try await reopened.publishedSegments() == [1, 2])
    }
}
