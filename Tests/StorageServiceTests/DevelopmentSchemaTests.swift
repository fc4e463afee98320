import Contracts
import Foundation
import GRDB
import RPC
import StorageService
import StorageTestKit
import Testing
import Tracker

/// Databases from before the first release, which have a schema version and no application identifier.
@Suite(.temporaryStorage) struct DevelopmentSchemaTests {
    /// A closed home with an entry and the mark of a development schema.
    private func home(version: Int) async throws -> TemporaryStorage {
        let storage = try await TemporaryStorage()
        try await apply(storage, "log", change(entry("a")))
        storage.service.close()
        let queue = try DatabaseQueue(path: storage.path)
        try await queue.writeWithoutTransaction { db in
            try db.execute(
                sql: "PRAGMA application_id = 0; PRAGMA user_version = \(version)")
            try db.checkpoint(.truncate)
        }
        try queue.close()
        return storage
    }

    private func expectRefusal(_ status: Status?, version: Int) {
        #expect(status?.code == .failedPrecondition)
        #expect(status?.message.contains("development schema \(version),") == true)
        #expect(status?.hint?.contains("dayline export FILE") == true)
        #expect(
            status?.hint?.contains("dayline import FILE --as dayline-json") == true)
    }

    /// The error of an operation as a status.
    private func status(of body: () async throws -> Void) async -> Status? {
        do {
            try await body()
            return nil
        } catch {
            return Status(describing: error)
        }
    }

    @Test(arguments: 1...13)
    func `a development schema is refused with the way to move the data, and not changed`(
        version: Int
    ) async throws {
        let storage = try await home(version: version)
        let before = try Data(contentsOf: URL(fileURLWithPath: storage.path))

        let started = await status { _ = try await TemporaryStorage(folder: storage.folder) }
        let readOnly = await status {
            _ = try await StorageService(
                path: storage.path, systemZone: "UTC", readOnlyReason: "The disk is full.")
        }

        expectRefusal(started, version: version)
        expectRefusal(readOnly, version: version)
        #expect(try Data(contentsOf: URL(fileURLWithPath: storage.path)) == before)
    }

    @Test func `a backup with a development schema is refused, and the database is unchanged`()
        async throws
    {
        let old = try await home(version: 13)
        let storage = try await TemporaryStorage()
        try await apply(storage, "log", change(entry("b")))

        let examined = await status {
            _ = try await storage.client.call(
                Backups.examine, Backups.BackupRequest(path: old.path))
        }
        storage.service.close()
        try FileManager.default.copyItem(atPath: old.path, toPath: storage.path + ".restore")
        let started = await status { _ = try await TemporaryStorage(folder: storage.folder) }
        let again = try await TemporaryStorage(folder: storage.folder)

        expectRefusal(examined, version: 13)
        expectRefusal(started, version: 13)
        #expect(try await entries(again).map(\.id) == ["b"])
    }

    @Test func `a new database has the application identifier and the newest version`() async throws
    {
        let storage = try await TemporaryStorage()

        let marks = try await DatabaseQueue(path: storage.path).read { db in
            try ["application_id", "user_version"].map {
                try Int.fetchOne(db, sql: "PRAGMA \($0)")
            }
        }

        #expect(marks == [applicationID, 2])
    }
}
