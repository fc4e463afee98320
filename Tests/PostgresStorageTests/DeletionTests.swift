import Contracts
import PostgresClient
import PostgresServer
import PostgresStorage
import RPC
import StorageCore
import StorageTestKit
import TestKit
import Testing

@Suite(.temporaryStorage) struct DeletionTests {
    private static let limit = Duration.seconds(60)

    enum Deletion: CaseIterable {
        case erase, publish, discard
    }

    private func open(_ database: String) async throws -> PostgresConnection {
        try await PostgresConnection.open(
            TemporaryPostgres.shared.get().address(of: database), within: Self.limit)
    }

    private func profile(_ id: Int64, _ name: String) -> MovedProfile {
        MovedProfile(
            id: id, name: name, dataVersion: 1, knownFrom: 1,
            lastNumbers: [.change: 0, .series: 0, .imports: 0, .originals: 0])
    }

    /// The transaction of a storage worker has locked the profile and commits after the deletion has begun.
    @Test(arguments: Deletion.allCases)
    func `rows that a log adds meanwhile are deleted too`(deletion: Deletion) async throws {
        let database = try await PostgresDatabases.shared.acquire()
        let pool = try PostgresDatabases.pool(of: database)
        defer { pool.close() }
        let rows = PostgresRows(pool)
        try await rows.replace(profile(7, "anna")) { _ in }
        if deletion != .discard { try await rows.publish([profile(7, "anna")]) }
        try await rows.replace(profile(8, "anna")) { _ in }
        let (worker, observer) = (try await open(database), try await open(database))
        defer {
            worker.close()
            observer.close()
        }
        try await worker.run(
            script: """
                BEGIN; SELECT 1 FROM dayline.profile WHERE profile_id = 7 FOR UPDATE;
                INSERT INTO dayline.setting (profile_id, key, value) VALUES (7, 'a', 'b');
                INSERT INTO dayline.change (profile_id, number, profile, at, who, kind, key)
                    VALUES (7, 1, 'anna', 0, 'person', 'setting', 'a')
                """, within: Self.limit)

        let deleting = Task {
            switch deletion {
            case .erase: try await rows.erase("anna")
            case .publish:
                try await rows.publish([self.profile(8, "anna")], shouldReplace: true)
            case .discard: try await rows.discard([7])
            }
        }
        try await eventually("a deletion that waits for the log") {
            try await observer.run(
                [
                    PostgresQuery(
                        """
                        SELECT EXISTS (SELECT FROM pg_stat_activity
                            WHERE datname = current_database() AND wait_event_type = 'Lock')
                        """)
                ], within: Self.limit)[0].first?.bool(0) == true
        }
        try await worker.run(script: "COMMIT", within: Self.limit)
        try await deleting.value

        let left = try await observer.run(
            [
                PostgresQuery(
                    """
                    SELECT (SELECT count(*) FROM dayline.setting WHERE profile_id = 7)
                        + (SELECT count(*) FROM dayline.change WHERE profile_id = 7)
                        + (SELECT count(*) FROM dayline.profile WHERE profile_id = 7)
                    """)
            ], within: Self.limit)
        #expect(try left[0].first?.int64(0) == 0)
        await PostgresDatabases.shared.release(database)
    }

    @Test func `a log in a profile that was erased is NOT_FOUND`() async throws {
        let storage = try await TemporaryPostgresStorage()
        _ = try await storage.client.call(
            Profiles.add, Profiles.AddRequest(name: "anna", zone: "UTC"))
        func log(_ id: String) async throws {
            _ = try await storage.client.call(
                TrackerRecords.apply,
                TrackerRecords.ApplyRequest(summary: "log", changes: [change(entry(id))]),
                CallOptions(profile: "anna"))
        }
        try await log("a")
        let pool = try PostgresDatabases.pool(of: storage.database)
        defer { pool.close() }

        try await PostgresRows(pool).erase("anna")

        #expect(await code(of: { try await log("b") }) == .notFound)
        #expect(await code(of: { try await log("c") }) == .notFound)
    }
}
