import Foundation
import PostgresClient
import PostgresServer
import RPC
import Testing

@Suite struct PostgresAddressTests {
    private let limit = Duration.seconds(30)

    @Test(arguments: [
        ("mysql://host/db", "is not one of PostgreSQL"), ("", "is not one of PostgreSQL"),
        ("postgresql://host:port/db", "malformed"),
        ("postgresql://host/db?colour=red", "malformed"),
        ("postgresql://[::1/db", "malformed"), ("postgresql://me:secret@host/db", "has a password"),
        ("postgresql://host/db?password=secret", "has a password"),
    ])
    func `a malformed address is refused without its password`(text: String, problem: String) {
        let status = #expect(throws: Status.self) { try PostgresAddress(parsing: text) }

        #expect(status?.code == .invalidArgument)
        #expect(status?.message.contains(problem) == true)
        #expect(status?.hint != nil)
        #expect(status?.description.contains("secret") == false)
    }

    @Test(arguments: [
        ("no_such_role", "postgres", "role \"no_such_role\" does not exist"),
        ("owner", "no_such_database", "database \"no_such_database\" does not exist"),
    ])
    func `a refusal names the cause at once`(role: String, database: String, reason: String)
        async throws
    {
        let address = try TemporaryPostgres.shared.get().address(of: database, role: role)
        let pool = PostgresPool(address)
        defer { pool.close() }

        let failure = await #expect(throws: PostgresError.self) {
            try await pool.withConnection(within: limit) { _ in }
        }

        #expect(failure?.isRetryable == false)
        #expect(failure?.status.code == .failedPrecondition)
        #expect(failure?.status.message.contains(reason) == true)
        #expect(failure?.status.hint != nil)
    }

    @Test func `an address without a server is an error that names it`() async throws {
        let address = try PostgresAddress(parsing: "postgresql://me@/db?host=/nonexistent/dl")

        let failure = await #expect(throws: PostgresError.self) {
            try await PostgresConnection.open(address, within: limit)
        }

        #expect(failure?.isRetryable == true)
        #expect(failure?.status.message.contains("/nonexistent/dl/db") == true)
    }

    @Test func `a password is read from a file that only its owner can read`() async throws {
        let server = try TemporaryPostgres(authentication: ["local all guarded scram-sha-256"])
        defer { server.remove() }
        let owner = try await PostgresConnection.open(server.address(), within: limit)
        try await owner.run(
            script: "CREATE ROLE guarded LOGIN PASSWORD 'right one'", within: limit)
        owner.close()
        let path = "\(server.folder)/password"
        let address = try server.address(role: "guarded", passwordFile: path)
        func write(_ password: String, mode: Int) throws {
            try password.write(toFile: path, atomically: false, encoding: .utf8)
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
        }
        func failure() async -> PostgresError? {
            await #expect(throws: PostgresError.self) {
                try await PostgresConnection.open(address, within: limit)
            }
        }

        #expect(await failure()?.status.message.contains("No such file") == true)
        try write("right one\n", mode: 0o644)
        #expect(await failure()?.status.message.contains("open to other users") == true)
        try write("\n", mode: 0o600)
        #expect(await failure()?.status.message.contains("not a password") == true)
        try write("wrong one\n", mode: 0o600)
        #expect(await failure()?.status.message.contains("password authentication failed") == true)
        try write("right one\nsecond line", mode: 0o600)
        try await PostgresConnection.open(address, within: limit).close()
    }

    @Test(arguments: [
        (["host": "db.example.org"], true), (["host": "10.0.0.7"], true),
        (["host": "/run/postgresql,db.example.org"], true),
        (["host": "localhost", "hostaddr": "192.0.2.1"], true),
        (["host": "db.example.org", "hostaddr": "127.0.0.1"], false), ([:], false),
        (["host": "/run/postgresql"], false), (["host": "localhost"], false),
        (["host": "127.0.0.1"], false), (["host": "::1"], false),
    ])
    func `certificates are verified on the way to another machine`(
        options: [String: String], isVerified: Bool
    ) {
        let byDefault = PostgresAddress.verification(
            of: options.merging(["sslmode": "prefer"]) { $1 })
        let explicit = PostgresAddress.verification(
            of: options.merging(["sslmode": "require"]) { $1 })

        #expect(byDefault?["sslmode"] == (isVerified ? "verify-full" : nil))
        #expect(explicit == nil)
    }

    @Test func `a certificate of another authority or for another name is refused`() async throws {
        let server = try TemporaryPostgres(hasTLS: true)
        defer { server.remove() }
        func open(_ options: String) async throws {
            try await PostgresConnection.open(
                server.tcpAddress(options: options), within: limit
            ).close()
        }
        func refusal(_ options: String) async -> PostgresError? {
            await #expect(throws: PostgresError.self) { try await open(options) }
        }
        let own = "&sslrootcert=\(server.certificate)"

        try await open("host=localhost&sslmode=verify-full" + own)
        let otherName = await refusal("host=127.0.0.1&sslmode=verify-full" + own)
        let otherAuthority = await refusal("host=localhost&sslmode=verify-full")

        #expect(otherName?.status.hint?.contains("sslrootcert") == true)
        #expect(otherAuthority?.isRetryable == false)
        #expect(otherAuthority?.status.message.contains("certificate") == true)
    }
}
