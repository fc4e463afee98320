import Foundation
import PostgresClient
import PostgresServer
import Testing

/// A complete system whose data is in a PostgreSQL server of its own, prepared as the guide describes.
final class PostgresSystem: Sendable {
    let server: TemporaryPostgres
    let system: DaylineSystem
    /// The address of the database for the storage workers.
    let address: String

    private static let limit = Duration.seconds(60)

    /// `workers` is the number of storage workers.
    init(workers: Int = 1) async throws {
        server = try TemporaryPostgres(settings: ["fsync = on"])
        address = Self.address(of: server, role: "worker")
        try await Self.prepare(server)
        system = try DaylineSystem(options: ["--database", address])
        if workers > 1 { _ = try system.json("scale", "storage", "\(workers)") }
    }

    static func address(of server: TemporaryPostgres, role: String) -> String {
        "postgresql://\(role)@/health?host=\(server.folder)"
    }

    /// Creates the database, the role and the schema.
    static func prepare(_ server: TemporaryPostgres) async throws {
        let owner = try await PostgresConnection.open(server.address(), within: limit)
        defer { owner.close() }
        try await owner.run(script: "CREATE ROLE worker LOGIN", within: limit)
        try await owner.run(script: "CREATE DATABASE health", within: limit)
        let migrated = try DaylineSystem.run(
            "\(DaylineSystem.programs)/dayline-postgres",
            ["migrate", address(of: server, role: "owner"), "--worker", "worker"])
        try #require(migrated.status == 0, "\(migrated.errors)")
    }

    /// Executes statements as the owner of the schema, a superuser.
    @discardableResult
    func execute(_ statement: String) async throws -> PostgresResult {
        let owner = try await PostgresConnection.open(
            server.address(of: "health"), within: Self.limit)
        defer { owner.close() }
        return try await owner.run([PostgresQuery(statement)], within: Self.limit)[0]
    }

    /// Stops the system, then the server.
    func remove() {
        _ = try? system.run("down")
        server.remove()
    }
}
