import Contracts
import Foundation
import GRDB
import RPC
import Testing

@Suite struct DatabaseTests {
    private func code(_ body: () async throws -> Void) async -> Status.Code? {
        do {
            try await body()
            return nil
        } catch {
            return Status(describing: error).code
        }
    }

    @Test func `a first start makes a default profile in the system's zone`() async throws {
        let storage = try await TemporaryStorage()
        defer { storage.remove() }

        let listing = try await storage.client.call(Profiles.list, Empty())

        #expect(listing.profiles.map(\.name) == ["default"])
        #expect(listing.profiles.map(\.zone) == ["Europe/Berlin"])
    }

    @Test(arguments: ["dayline.sqlite", "dayline.sqlite-wal", "dayline.sqlite-shm"])
    func `only the owner may read the files`(name: String) async throws {
        let storage = try await TemporaryStorage()
        defer { storage.remove() }

        let attributes = try FileManager.default.attributesOfItem(
            atPath: "\(storage.folder)/\(name)")

        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }

    @Test func `a database of a newer version is refused`() async throws {
        let storage = try await TemporaryStorage()
        defer { storage.remove() }
        let newer = try DatabaseQueue(path: storage.path)
        try await newer.write { try $0.execute(sql: "PRAGMA user_version = 999") }

        let code = await code { _ = try await TemporaryStorage(folder: storage.folder) }

        #expect(code == .failedPrecondition)
    }

    @Test func `a file that is no database is told from one`() async throws {
        let folder = NSTemporaryDirectory() + "dl-storage-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try Data(repeating: 0x41, count: 8192).write(
            to: URL(fileURLWithPath: "\(folder)/dayline.sqlite"))

        let code = await code { _ = try await TemporaryStorage(folder: folder) }

        #expect(code == .dataLoss)
    }

    @Test func `the version of the schema is that of the last step`() async throws {
        let storage = try await TemporaryStorage()
        defer { storage.remove() }

        let version = try await DatabaseQueue(path: storage.path).read {
            try Int.fetchOne($0, sql: "PRAGMA user_version")
        }

        #expect(version == 1)
    }

    @Test(arguments: [
        """
        SELECT day, sum FROM day_total WHERE profile_id = 1 AND metric = 'stepCount' ORDER BY day
        """,
        """
        SELECT day FROM day_total WHERE profile_id = 1 AND metric = 'stepCount'
        ORDER BY day DESC LIMIT 1
        """,
        "SELECT min(version) FROM dirty WHERE profile_id = 1 AND metric = 'stepCount'",
        "SELECT id, name, data_version FROM profile WHERE name = 'default'",
    ])
    func `what a person waits for is found by a key`(query: String) async throws {
        let storage = try await TemporaryStorage()
        defer { storage.remove() }

        let plan = try await DatabaseQueue(path: storage.path).read { db in
            try Row.fetchAll(db, sql: "EXPLAIN QUERY PLAN \(query)").map { row -> String in
                row["detail"]
            }
        }

        #expect(!plan.isEmpty)
        #expect(plan.allSatisfy { $0.contains("SEARCH") && !$0.contains("TEMP B-TREE") })
    }
}
