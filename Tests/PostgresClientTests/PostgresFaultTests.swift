import Foundation
import PostgresClient
import PostgresServer
import RPC
import Testing

/// Faults of the server and of the link to it.
@Suite struct PostgresFaultTests {
    private let limit = Duration.seconds(30)

    @Test func `a killed server is a lost connection, and the pool reconnects after its restart`()
        async throws
    {
        let server = try TemporaryPostgres()
        defer { server.remove() }
        let pool = PostgresPool(try server.address())
        defer { pool.close() }
        try await pool.withConnection(within: limit) { connection in
            _ = try await connection.run(
                [
                    PostgresQuery("CREATE TABLE t (n bigint)"),
                    PostgresQuery("INSERT INTO t VALUES (1)"),
                ], within: limit)
        }

        let failure = await #expect(throws: PostgresError.self) {
            try await pool.withConnection(within: limit) { connection in
                _ = try await connection.run([PostgresQuery("BEGIN")], within: limit)
                _ = try await connection.run(
                    [PostgresQuery("INSERT INTO t VALUES (2)")], within: limit)
                server.kill()
                _ = try await connection.run([PostgresQuery("COMMIT")], within: limit)
            }
        }
        let refusal = await #expect(throws: PostgresError.self) {
            try await pool.withConnection(within: .milliseconds(100)) { _ in }
        }
        try server.start()
        let count = try await pool.withConnection(within: limit) { connection in
            try await connection.run([PostgresQuery("SELECT count(*) FROM t")], within: limit)[0]
                .first?.int64(0)
        }

        #expect(failure?.isRetryable == true)
        #expect(refusal?.isRetryable == true)
        #expect(refusal?.status.code == .unavailable)
        #expect(count == 1)
    }

    @Test func `a server that does not answer is a time limit, for statements and connections`()
        async throws
    {
        let server = try TemporaryPostgres()
        defer { server.remove() }
        let connection = try await PostgresConnection.open(server.address(), within: limit)
        defer { connection.close() }

        server.pause()
        await #expect(throws: PostgresError.timedOut) {
            try await connection.run([PostgresQuery("SELECT 1")], within: .milliseconds(50))
        }
        let failure = await #expect(throws: PostgresError.self) {
            try await PostgresConnection.open(server.address(), within: .milliseconds(50))
        }
        server.resume()

        #expect(!connection.isOpen)
        #expect(failure?.status.message.contains("no answer within the time limit") == true)
    }

    @Test func `a connection that the server ends between statements is replaced`() async throws {
        let server = try TemporaryPostgres.shared.get()
        let pool = PostgresPool(try server.address())
        defer { pool.close() }
        func backend() async throws -> Int64 {
            try await pool.withConnection(within: limit) { connection in
                let rows = try await connection.run(
                    [PostgresQuery("SELECT pg_backend_pid()")], within: limit)
                return try #require(try rows[0].first?.int64(0))
            }
        }
        let first = try await backend()
        let observer = try await PostgresConnection.open(server.address(), within: limit)
        defer { observer.close() }

        _ = try await observer.run(
            [PostgresQuery("SELECT pg_terminate_backend($1::int)", .int64(first))], within: limit)
        var second: Int64?
        while second == nil || second == first { second = try? await backend() }

        #expect(second != first)
    }

    @Test func `an open transaction is rolled back before the next use of its connection`()
        async throws
    {
        var limits = PostgresPool.Limits()
        limits.connections = 1
        let pool = PostgresPool(try TemporaryPostgres.shared.get().address(), limits: limits)
        defer { pool.close() }

        try await pool.withConnection(within: limit) { connection in
            _ = try await connection.run(
                [PostgresQuery("BEGIN"), PostgresQuery("CREATE TABLE forgotten (n bigint)")],
                within: limit)
        }
        let rows = try await pool.withConnection(within: limit) { connection in
            try await connection.run(
                [PostgresQuery("SELECT to_regclass('forgotten') IS NULL")], within: limit)
        }

        #expect(try rows[0].first?.bool(0) == true)
    }

    @Test func `one connection serves many tasks in turn`() async throws {
        var limits = PostgresPool.Limits()
        limits.connections = 1
        let pool = PostgresPool(try TemporaryPostgres.shared.get().address(), limits: limits)
        defer { pool.close() }

        let sum = try await withThrowingTaskGroup(of: Int64.self) { group in
            for number in 1...50 {
                group.addTask {
                    try await pool.withConnection(within: limit) { connection in
                        try await connection.run(
                            [PostgresQuery("SELECT $1", .int64(Int64(number)))], within: limit)[0]
                            .first?.int64(0) ?? 0
                    }
                }
            }
            return try await group.reduce(0, +)
        }

        #expect(sum == 1275)
    }
}
