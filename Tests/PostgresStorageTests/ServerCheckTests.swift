import Contracts
import PostgresClient
import PostgresServer
import PostgresStorage
import RPC
import Testing

@Suite struct ServerCheckTests {
    private let limit = Duration.seconds(30)

    /// The check of the settings, on a server with `settings`.
    private func check(_ settings: [String]) async throws -> Checkups.Check {
        let server = try TemporaryPostgres(settings: ["fsync = on"] + settings)
        defer { server.remove() }
        let owner = try await PostgresConnection.open(server.address(), within: limit)
        try await owner.run(script: "CREATE ROLE worker LOGIN", within: limit)
        owner.close()
        _ = try await PostgresMigrator.migrate(server.address(), worker: "worker")
        let pool = PostgresPool(try server.address(role: "worker"))
        let storage = try await PostgresStorage(pool, systemZone: "UTC")
        defer { storage.close() }
        let checks = try await Client(inProcess: storage).call(
            Checkups.storage, Checkups.RunRequest(isRepairing: false)
        ).checks
        return try #require(checks.first { $0.name == "server" })
    }

    @Test func `local commits are a fault with synchronous standbys only`() async throws {
        let alone = try await check(["synchronous_commit = local"])
        let replicated = try await check([
            "synchronous_commit = local", "synchronous_standby_names = 'standby'",
        ])

        #expect(alone.ok)
        #expect(!replicated.ok)
        #expect(replicated.detail.contains("synchronous_commit is local"))
    }
}
