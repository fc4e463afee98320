import PostgresClient
import PostgresServer
import PostgresStorage
import RPC
import StorageTestKit
import Testing

@Suite(.temporaryStorage) struct MigratorTests {
    private let limit = Duration.seconds(30)

    @Test func `a schema is created once`() async throws {
        let storage = try await TemporaryPostgresStorage()
        try await apply(storage, "log", change(entry("a")))

        let again = try await PostgresMigrator.migrate(
            TemporaryPostgres.shared.get().address(of: storage.database),
            worker: PostgresDatabases.worker)

        #expect(again.from == PostgresMigrator.version)
        #expect(again.to == PostgresMigrator.version)
        #expect(try await entries(storage).count == 1)
    }

    @Test func `a role that could read all profiles is refused`() async throws {
        let address = try TemporaryPostgres.shared.get().address()

        let owner = await #expect(throws: Status.self) {
            try await PostgresMigrator.migrate(address, worker: "owner")
        }
        let missing = await #expect(throws: Status.self) {
            try await PostgresMigrator.migrate(address, worker: "no \"such\" role")
        }

        #expect(owner?.message.contains("bypasses row level security") == true)
        #expect(missing?.message.contains("no role") == true)
    }

    @Test func `a database without the schema, or with a newer one, is refused with the remedy`()
        async throws
    {
        let storage = try await TemporaryPostgresStorage()
        let server = try TemporaryPostgres.shared.get()
        let empty = try await server.createDatabase()
        func refusal(_ database: String) async throws -> Status? {
            let pool = PostgresPool(
                try server.address(of: database, role: PostgresDatabases.worker))
            defer { pool.close() }
            return await #expect(throws: Status.self) {
                try await PostgresStorage(pool, systemZone: "UTC")
            }
        }

        let missing = try await refusal(empty)
        let owner = try await PostgresConnection.open(
            server.address(of: storage.database), within: limit)
        defer { owner.close() }
        try await owner.run(
            script: """
                UPDATE dayline.schema_version
                SET version = version + 1, readable_from = \(PostgresMigrator.version + 1)
                """, within: limit)
        let newer = try await refusal(storage.database)
        try await owner.run(
            script: """
                UPDATE dayline.schema_version
                SET version = version - 1, readable_from = \(PostgresMigrator.version)
                """, within: limit)

        #expect(missing?.message == "The database has no schema of Dayline.")
        #expect(missing?.hint?.contains("migrate") == true)
        #expect(newer?.message.contains("is newer than") == true)
    }
    /// Workers of two versions run at the same time during an upgrade.
    @Test func `a newer schema that this version can read is used, and not migrated back`()
        async throws
    {
        let storage = try await TemporaryPostgresStorage()
        try await apply(storage, "log", change(entry("before")))
        let address = try TemporaryPostgres.shared.get().address(of: storage.database)
        let owner = try await PostgresConnection.open(address, within: limit)
        defer { owner.close() }
        func setVersion(_ version: Int) async throws {
            try await owner.run(
                script: "UPDATE dayline.schema_version SET version = \(version)", within: limit)
        }
        try await setVersion(PostgresMigrator.version + 1)

        let worker = try await TemporaryPostgresStorage(database: storage.database)
        try await apply(worker, "log", change(entry("meanwhile")))
        let migration = await #expect(throws: Status.self) {
            try await PostgresMigrator.migrate(address, worker: PostgresDatabases.worker)
        }
        let count = try await entries(worker).count
        try await setVersion(PostgresMigrator.version)

        #expect(count == 2)
        #expect(migration?.message.contains("is newer than") == true)
    }
}
