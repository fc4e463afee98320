import Contracts
import Foundation
import GRDB
import RPC
import StorageService
import StorageTestKit
import Testing

@Suite(.temporaryStorage) struct ReplacedDatabaseTests {
    @Test func `replaced databases are removed except the newest five and those of the last month`()
        async throws
    {
        let storage = try await TemporaryStorage()
        storage.service.close()
        let old = (1...8).map { "dayline.sqlite.kept-2020010\($0)T120000" }
        let recent = "dayline.sqlite.kept-20261101T120000"
        for name in old + [recent] {
            for suffix in ["", "-wal"] {
                try Data("x".utf8).write(
                    to: URL(fileURLWithPath: "\(storage.folder)/\(name)\(suffix)"))
            }
        }

        let reopened = try await TemporaryStorage(
            folder: storage.folder, now: { 1_795_305_600_000 })
        let left = try FileManager.default.contentsOfDirectory(atPath: storage.folder)
            .filter { $0.contains(".kept-") }.sorted()
        let check = try #require(try await reopened.checks()["kept"])

        let expected = [recent] + old.suffix(4)
        #expect(left == (expected + expected.map { $0 + "-wal" }).sorted())
        #expect(check.ok)
        #expect(expected.allSatisfy { check.detail.contains($0) })
    }

    @Test(arguments: [
        "CREATE TRIGGER theirs AFTER INSERT ON entry BEGIN DELETE FROM change; END",
        "CREATE VIEW theirs AS SELECT * FROM entry", "CREATE TABLE theirs (x)",
        "DROP TRIGGER step_forgotten; CREATE TRIGGER step_forgotten AFTER DELETE ON step "
            + "BEGIN DELETE FROM entry; END",
        "DELETE FROM profile",
    ])
    func `a backup with foreign objects or without a profile is refused, and nothing changes`(
        sql: String
    ) async throws {
        let storage = try await TemporaryStorage()
        try await apply(storage, "log", change(entry("a")))
        let file = storage.path + ".restore"
        _ = try await storage.client.call(Backups.write, Backups.WriteRequest(path: file))
        let other = try DatabaseQueue(path: file)
        try await other.write { try $0.execute(sql: sql) }
        try other.close()

        let (code, reopened) = try await storage.refusedRestore()

        #expect(code == .failedPrecondition)
        #expect(try await entries(reopened).count == 1)
    }
}
