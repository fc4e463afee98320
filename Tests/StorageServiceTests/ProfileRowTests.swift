import CivilTime
import Contracts
import GRDB
import RPC
import StorageTestKit
import Testing

@Suite(.temporaryStorage) struct ProfileRowTests {
    @Test func `no table has rows of a removed profile`() async throws {
        let storage = try await TemporaryStorage()
        _ = try await storage.client.call(
            Profiles.add, Profiles.AddRequest(name: "kim", zone: "UTC"))
        let id = try await storage.begin(profile: "kim")
        try await storage.stage([4], import: id, profile: "kim")
        let version = try await storage.publish(id, profile: "kim").version
        try await storage.fold(until: version, profile: "kim")
        try await storage.stage(
            [5], import: try await storage.begin(profile: "kim"), profile: "kim")

        _ = try await storage.client.call(Profiles.remove, Profiles.RemoveRequest(name: "kim"))

        let left = try await DatabaseQueue(path: storage.path).read { db in
            try String.fetchAll(db, sql: "SELECT name FROM sqlite_schema WHERE type = 'table'")
                .filter { table in
                    let columns = try db.columns(in: table).map(\.name)
                    guard columns.contains("profile_id") else { return false }
                    let sql = "SELECT 1 FROM \(table) WHERE profile_id = 2"
                    return try Row.fetchOne(db, sql: sql) != nil
                }
        }
        // The change log keeps the removal.
        #expect(left == ["change"])
    }
}
