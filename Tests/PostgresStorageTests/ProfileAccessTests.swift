import Contracts
import PostgresClient
import PostgresServer
import PostgresStorage
import RPC
import StorageTestKit
import Testing

/// The second access check: row level security.
@Suite(.temporaryStorage) struct ProfileAccessTests {
    private let limit = Duration.seconds(30)

    @Test func `a transaction without a profile or with another one reads and writes no row`()
        async throws
    {
        let storage = try await TemporaryPostgresStorage()
        try await apply(storage, "log", change(entry("a")))
        let server = try TemporaryPostgres.shared.get()
        let connection = try await PostgresConnection.open(
            server.address(of: storage.database, role: PostgresDatabases.worker), within: limit)
        defer { connection.close() }
        func count(profile: String?) async throws -> [Int64] {
            let profile = profile.map {
                [PostgresQuery("SELECT set_config('dayline.profile', $1, true)", .text($0))]
            }
            let tables = ["profile", "entry", "change", "step", "profile_zone"]
            let results = try await connection.run(
                (profile ?? [])
                    + tables.map { PostgresQuery("SELECT count(*) FROM dayline.\($0)") },
                within: limit)
            return try results.suffix(tables.count).compactMap { try $0.first?.int64(0) }
        }
        let id = try #require(
            try await connection.run(
                [PostgresQuery("SELECT profile_id FROM dayline.profile_name")], within: limit)[0]
                .first?.int64(0))

        #expect(try await count(profile: nil) == [0, 0, 0, 0, 0])
        #expect(try await count(profile: String(id ^ 1)) == [0, 0, 0, 0, 0])
        #expect(try await count(profile: String(id)) == [1, 1, 1, 1, 1])
        let failure = await #expect(throws: PostgresError.self) {
            try await connection.run(
                [
                    PostgresQuery("SELECT set_config('dayline.profile', '1', true)"),
                    PostgresQuery(
                        "INSERT INTO dayline.setting VALUES ($1, 'weekStart', 'sunday')", .int64(id)
                    ),
                ], within: limit)
        }
        #expect(failure?.state == "42501")
        #expect(failure?.status.code == .permissionDenied)
    }

    @Test func `each table with profile_id is protected, and its keys begin with profile_id`()
        async throws
    {
        let storage = try await TemporaryPostgresStorage()
        let connection = try await PostgresConnection.open(
            TemporaryPostgres.shared.get().address(of: storage.database), within: limit)
        defer { connection.close() }

        let results = try await connection.run(
            [
                PostgresQuery(
                    """
                    SELECT relname FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid
                    WHERE relnamespace = 'dayline'::regnamespace AND relkind = 'r'
                        AND attname = 'profile_id' AND relname <> 'profile_name'
                        AND NOT (relrowsecurity AND relforcerowsecurity)
                    """),
                PostgresQuery(
                    """
                    SELECT indexrelid::regclass::text FROM pg_index JOIN pg_class ON pg_class.oid = indrelid
                    JOIN pg_attribute ON attrelid = indrelid AND attnum = indkey[0]
                    WHERE relnamespace = 'dayline'::regnamespace AND indisunique
                        AND attname <> 'profile_id'
                    ORDER BY 1
                    """),
                PostgresQuery(
                    """
                    SELECT count(*) FROM pg_class WHERE relnamespace = 'dayline'::regnamespace
                        AND relkind NOT IN ('r', 'i', 't')
                    """),
            ], within: limit)

        #expect(try results[0].rows.map { try $0.text(0) } == [])
        #expect(
            try results[1].rows.map { try $0.text(0) } == [
                "dayline.cohort_query_pkey", "dayline.profile_name_pkey",
                "dayline.profile_removal_pkey",
                "dayline.schema_version_pkey",
            ])
        #expect(try results[2].first?.int64(0) == 0)
    }

    @Test func `removing a profile leaves no row of it`() async throws {
        let storage = try await TemporaryPostgresStorage()
        _ = try await storage.client.call(
            Profiles.add, Profiles.AddRequest(name: "Guest", zone: "UTC"))
        let options = CallOptions(profile: "guest")
        _ = try await storage.client.call(
            TrackerRecords.apply,
            TrackerRecords.ApplyRequest(summary: "log", changes: [change(entry("a"))]), options)

        _ = try await storage.client.call(
            Profiles.remove, Profiles.RemoveRequest(name: "GUEST"), CallOptions(idempotencyKey: "k")
        )
        _ = try await storage.client.call(
            Profiles.remove, Profiles.RemoveRequest(name: "GUEST"), CallOptions(idempotencyKey: "k")
        )

        let connection = try await PostgresConnection.open(
            TemporaryPostgres.shared.get().address(of: storage.database), within: limit)
        defer { connection.close() }
        let tables = try await connection.run(
            [
                PostgresQuery(
                    """
                    SELECT table_name::text FROM information_schema.columns
                    WHERE table_schema = 'dayline' AND column_name = 'profile_id'
                    """)
            ], within: limit)
        for table in try tables[0].rows.map({ try $0.text(0) }) {
            let rows = try await connection.run(
                [PostgresQuery("SELECT count(DISTINCT profile_id) FROM dayline.\(table)")],
                within: limit)
            #expect(try rows[0].first?.int64(0) ?? 2 <= 1, "\(table)")
        }
    }
    @Test func `a query for inboxes reads no other setting, and none with a profile`() async throws
    {
        let storage = try await TemporaryPostgresStorage()
        for (key, value) in [(Settings.inbox, "/in"), (Settings.units, "us")] {
            _ = try await storage.client.call(
                Settings.set, Settings.SetRequest(key: key, value: value))
        }
        let connection = try await PostgresConnection.open(
            TemporaryPostgres.shared.get().address(
                of: storage.database, role: PostgresDatabases.worker), within: limit)
        defer { connection.close() }
        func keys(_ settings: String...) async throws -> [String] {
            let results = try await connection.run(
                settings.map {
                    PostgresQuery(
                        "SELECT set_config('dayline.\($0)', $1, true)",
                        .text($0 == "inboxes" ? "on" : "1"))
                }
                    + [PostgresQuery("SELECT key FROM dayline.setting")], within: limit)
            return try results.last?.rows.map { try $0.text(0) } ?? []
        }

        #expect(try await keys() == [])
        #expect(try await keys("inboxes") == ["inbox"])
        #expect(try await keys("inboxes", "profile") == [])
    }
}
