package import PostgresClient
import PostgresServer
import PostgresStorage

/// Databases with the schema and without rows, on the server of the test run. A database is used again after
/// its test, because each has a size of 8 MB.
package actor PostgresDatabases {
    package static let shared = PostgresDatabases()

    /// The role of storage workers.
    package static let worker = "worker"
    private static let limit = Duration.seconds(60)

    private var unused: [String] = []
    private var role: Task<Void, any Error>?

    /// Connections to a database as a storage worker.
    package static func pool(
        of database: String, onRoundTrip: @escaping @Sendable () -> Void = {}
    ) throws -> PostgresPool {
        PostgresPool(
            try TemporaryPostgres.shared.get().address(of: database, role: worker),
            onRoundTrip: onRoundTrip)
    }

    /// The name of an empty database.
    package func acquire() async throws -> String {
        let server = try TemporaryPostgres.shared.get()
        if let name = unused.popLast() {
            try await Self.empty(server.address(of: name))
            return name
        }
        let creation = role ?? Task { try await Self.createRole(server) }
        role = creation
        try await creation.value
        let name = try await server.createDatabase()
        _ = try await PostgresMigrator.migrate(server.address(of: name), worker: Self.worker)
        return name
    }

    package func release(_ name: String) {
        unused.append(name)
    }

    private static func createRole(_ server: TemporaryPostgres) async throws {
        let connection = try await PostgresConnection.open(server.address(), within: limit)
        defer { connection.close() }
        try await connection.run(script: "CREATE ROLE \(worker) LOGIN", within: limit)
    }

    /// Deletes all rows, as a superuser, for whom row level security does not hold.
    private static func empty(_ address: PostgresAddress) async throws {
        let connection = try await PostgresConnection.open(address, within: limit)
        defer { connection.close() }
        let tables = try await connection.run(
            [
                PostgresQuery(
                    """
                    SELECT string_agg(format('dayline.%I', tablename), ', ') FROM pg_tables
                    WHERE schemaname = 'dayline' AND tablename <> 'schema_version'
                    """)
            ], within: limit)
        guard let names = try tables[0].first?.text(0) else { return }
        try await connection.run(script: "TRUNCATE \(names)", within: limit)
    }
}
