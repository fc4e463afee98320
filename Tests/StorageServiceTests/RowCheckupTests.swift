import Contracts
import Foundation
import GRDB
import RPC
import Randomness
import StorageService
import StorageTestKit
import TestKit
import Testing
import Tracker

/// Rows that another program changes.
@Suite(.temporaryStorage) struct RowCheckupTests {
    /// Tables without checksums: SQLite's own, the staging tables, which are emptied at each start, and
    /// `missing_change`, whose rows are findings themselves.
    private static let uncovered = [
        "sqlite_sequence", "staged_chunk", "staged_row", "missing_change",
    ]

    private enum Corruption: CaseIterable {
        case update, delete, insert
    }

    /// A closed database with rows in many tables.
    private func filled() async throws -> TemporaryStorage {
        let storage = try await TemporaryStorage()
        let id = try await storage.begin()
        try await storage.stage([1, 2, 40], import: id)
        try await storage.publish(id)
        try await storage.foldEverything(until: 1)
        let other = try await storage.begin()
        try await storage.stage([1], metric: "heartRate", import: other, byte: 3)
        try await storage.publish(other)
        try await apply(storage, "log", change(entry("a")), goal("{\"n\":1}"))
        try await apply(
            storage, "again", change(entry("a", value: 9)), change(entry("b", note: "x")))
        try await fill(storage, entries: ["a", "c", "d"], replacing: ["goal"])
        _ = try await storage.client.call(
            Settings.set, Settings.SetRequest(key: "weekStart", value: "monday"))
        _ = try await storage.client.call(
            Profiles.add, Profiles.AddRequest(name: "kim", zone: "UTC"))
        #expect(try await storage.checks()["rows"]?.ok == true)
        storage.service.close()
        return storage
    }

    private func tables(_ path: String) throws -> [String] {
        try DatabaseQueue(path: path).read { db in
            try String.fetchAll(db, sql: "SELECT name FROM sqlite_schema WHERE type = 'table'")
        }
    }

    @Test(arguments: TestTier.seeds(1, long: 8))
    func `a changed, deleted or added row of any table is reported`(seed: UInt64) async throws {
        let storage = try await filled()
        let tables = try tables(storage.path).filter { !Self.uncovered.contains($0) }.sorted()
        var random = SplitMix64(seed: seed)
        var hasFound: Set<String> = []

        for table in tables {
            for corruption in Corruption.allCases {
                let folder = try storage.copied()
                defer { try? FileManager.default.removeItem(atPath: folder) }
                let path = "\(folder)/dayline.sqlite"
                guard let description = try corrupt(table, corruption, path, &random) else {
                    continue
                }
                let checks: [Checkups.Check]
                do {
                    let damaged = try await TemporaryStorage(folder: folder)
                    checks = Array(try await damaged.checks().values)
                    damaged.service.close()
                } catch {
                    // The corruption was detected if storage refuses to start.
                    checks = []
                }
                hasFound.insert(table)
                #expect(
                    checks.isEmpty || checks.contains { !$0.ok },
                    "seed \(seed), \(table): \(description)")
            }
        }

        #expect(hasFound == Set(tables))
    }

    /// Changes, deletes or adds a row.
    /// - Returns: A description of the change; nil if the table has no row to change.
    private func corrupt(
        _ table: String, _ corruption: Corruption, _ path: String, _ random: inout SplitMix64
    ) throws -> String? {
        let queue = try DatabaseQueue(path: path)
        defer { try? queue.close() }
        let choices = (
            UInt64.random(in: 0...999, using: &random), Int.random(in: 0...99, using: &random)
        )
        return try queue.writeWithoutTransaction { db in
            try db.execute(sql: "PRAGMA ignore_check_constraints = 1")
            let columns = try Row.fetchAll(db, sql: "SELECT * FROM pragma_table_info('\(table)')")
            func value(_ type: String) -> String {
                switch type {
                case "INTEGER": "12345"
                case "REAL": "1.5"
                case "BLOB": "x'0102'"
                default: "'added'"
                }
            }
            guard corruption != .insert else {
                let values = columns.map { value($0["type"] as String) }.joined(separator: ", ")
                try db.execute(sql: "INSERT INTO \(table) VALUES (\(values))")
                return "a row was added"
            }
            let count = try Int.fetchOne(db, sql: "SELECT count(*) FROM \(table)") ?? 0
            guard count > 0 else { return nil }
            let keys = columns.filter { ($0["pk"] as Int) > 0 }.map { $0["name"] as String }
            let key = keys.isEmpty ? "rowid" : keys.joined(separator: ", ")
            let row =
                "(\(key)) = (SELECT \(key) FROM \(table) ORDER BY \(key) LIMIT 1 OFFSET "
                + "\(Int(choices.0) % count))"
            guard corruption == .update else {
                try db.execute(sql: "DELETE FROM \(table) WHERE \(row)")
                return "a row was deleted"
            }
            let column = columns[choices.1 % columns.count]
            let name: String = column["name"]
            let change =
                switch column["type"] as String {
                case "INTEGER", "REAL": "coalesce(\(name), 0) + 7919"
                case "BLOB": "CAST(\(name) || x'07' AS BLOB)"
                default: "coalesce(\(name), '') || 'x'"
                }
            try db.execute(sql: "UPDATE \(table) SET \(name) = \(change) WHERE \(row)")
            return "\(name) was changed"
        }
    }

    @Test func `changed rows are reported until a repair accepts them as a loss`()
        async throws
    {
        let storage = try await filled()
        try await DatabaseQueue(path: storage.path).write {
            try $0.execute(sql: "UPDATE entry SET value = value + 1000 WHERE value IS NOT NULL")
        }
        let damaged = try await TemporaryStorage(folder: storage.folder)

        let before = try #require(try await damaged.checks()["rows"])
        try await apply(damaged, "more", change(entry("more")))
        let later = try #require(try await damaged.checks()["rows"])
        let quick = try await damaged.checks(isQuick: true)
        let repaired = try await damaged.checks(isRepairing: true)
        try await apply(damaged, "last", change(entry("last")))

        #expect(!before.ok)
        #expect(before.detail.contains("entry of default (changed)"))
        #expect(!later.ok)
        #expect(quick["rows"] == nil)
        #expect(repaired["accepted"]?.isLossy == true)
        #expect(repaired["rows"]?.ok == true)
        #expect(try await damaged.checks()["rows"]?.ok == true)
    }

    @Test func `failed writes of a group keep the checksums correct`() async throws {
        let storage = try await TemporaryStorage()

        await withTaskGroup(of: Void.self) { group in
            for number in 0..<60 {
                group.addTask {
                    // Every third write is refused after its first change.
                    let last =
                        number % 3 == 0
                        ? TrackerRecords.Change(
                            kind: "goal", id: "none", expected: 99, body: "{}")
                        : goal("{\"n\":\(number)}")
                    _ = try? await apply(
                        storage, "change", change(entry("e\(number)")), last)
                }
            }
        }
        _ = try await step(storage, TrackerRecords.undo)
        _ = try await storage.client.call(
            Profiles.add, Profiles.AddRequest(name: "kim", zone: "UTC"))
        _ = try await storage.client.call(Profiles.remove, Profiles.RemoveRequest(name: "kim"))

        #expect(try await storage.checks().values.filter { !$0.ok } == [])
    }

    @Test func `an unreadable row is reported with doctor as the remedy`()
        async throws
    {
        let storage = try await filled()
        try await DatabaseQueue(path: storage.path).write {
            try $0.execute(sql: "UPDATE entry SET photos = 'no json'")
        }
        let damaged = try await TemporaryStorage(folder: storage.folder)

        let status = await #expect(throws: Status.self) { _ = try await entries(damaged) }

        #expect(status?.code == .dataLoss)
        #expect(status?.hint?.contains("dayline doctor") == true)
    }

    @Test func `a check that throws is reported, and the others run`() async throws {
        let storage = try await filled()
        try await DatabaseQueue(path: storage.path).write {
            try $0.execute(sql: "UPDATE import SET report = 'no json'")
        }
        let damaged = try await TemporaryStorage(folder: storage.folder)

        let checks = try await damaged.checks()

        #expect(checks["reports"]?.ok == false)
        #expect(checks["integrity"]?.ok == true)
        #expect(checks["versions"] != nil)
        #expect(checks["rows"]?.ok == false)
    }
}
