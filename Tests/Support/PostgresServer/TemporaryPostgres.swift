import Foundation
import Glibc
package import PostgresClient
import Synchronization

/// A PostgreSQL server in a temporary folder, reached through a Unix socket there. It ends with this process.
///
/// PostgreSQL refuses to run as root; it runs as the user `postgres` then.
package final class TemporaryPostgres: Sendable {
    /// A program of PostgreSQL failed; the text is its output.
    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    private struct State {
        var process: ServerProcess?
        var databases = 0
    }

    /// The server of all tests that do not stop it, with a database for each.
    package static let shared: Result<TemporaryPostgres, any Error> = Result {
        let server = try TemporaryPostgres()
        atexit { try? TemporaryPostgres.shared.get().remove() }
        return server
    }

    /// The folder of a cluster that no server has used, for copies: to create another one takes six times as
    /// long.
    private static let template: Result<String, any Error> = Result {
        let folder = NSTemporaryDirectory() + "dl-pg-\(UUID().uuidString.prefix(13))"
        let programs = try PostgresPrograms()
        try programs.createFolder(folder)
        atexit {
            guard let folder = try? TemporaryPostgres.template.get() else { return }
            try? FileManager.default.removeItem(atPath: folder)
        }
        try programs.run(
            "initdb",
            [
                "--pgdata=\(folder)/data", "--username=owner", "--auth=trust", "--encoding=UTF8",
                "--locale=C.UTF-8", "--no-sync", "--no-instructions",
            ])
        return folder
    }

    package let folder: String
    private let port: UInt16
    private let programs: PostgresPrograms
    private let state = Mutex(State())

    /// Settings for small tests: the data survives the end of the processes, not that of the machine.
    private static let settings = [
        "listen_addresses = ''", "fsync = off", "shared_buffers = 16MB", "max_connections = 60",
        "jit = off",
    ]

    /// Creates a cluster and starts its server.
    ///
    /// - Parameters:
    ///   - settings: Lines for postgresql.conf.
    ///   - authentication: Lines for pg_hba.conf, before those that trust local connections.
    ///   - hasTLS: True to listen on a free port of the loopback interface too, with a certificate for
    ///     `localhost`.
    /// - Throws: `Failure` if PostgreSQL is missing or does not start.
    package init(
        settings: [String] = [], authentication: [String] = [], hasTLS: Bool = false
    ) throws {
        folder = NSTemporaryDirectory() + "dl-pg-\(UUID().uuidString.prefix(13))"
        programs = try PostgresPrograms()
        port = try hasTLS ? PostgresPrograms.freePort() : 5432
        try programs.createFolder(folder)
        try programs.copy("\(Self.template.get())/data", to: "\(folder)/data")
        var lines = Self.settings + ["unix_socket_directories = '\(folder)'"] + settings
        if hasTLS {
            try programs.createCertificate(in: folder)
            lines += [
                "listen_addresses = 'localhost'", "port = \(port)", "ssl = on",
                "ssl_cert_file = '\(certificate)'", "ssl_key_file = '\(folder)/key.pem'",
            ]
        }
        try add(lines, to: "postgresql.conf", isAtEnd: true)
        try add(authentication, to: "pg_hba.conf", isAtEnd: false)
        try start()
    }

    /// Creates a standby of a server, which receives all commits before their clients do, and starts it.
    package init(standbyOf primary: TemporaryPostgres) async throws {
        folder = NSTemporaryDirectory() + "dl-pg-\(UUID().uuidString.prefix(13))"
        programs = primary.programs
        port = primary.port
        try programs.createFolder(folder)
        try programs.run(
            "pg_basebackup",
            [
                "--host=\(primary.folder)", "--port=\(port)", "--username=owner",
                "--pgdata=\(folder)/data", "--wal-method=stream", "--checkpoint=fast",
                "--write-recovery-conf", "--no-sync",
            ])
        try add(
            [
                "unix_socket_directories = '\(folder)'", "synchronous_standby_names = ''",
                "primary_conninfo = 'host=\(primary.folder) port=\(port) user=owner "
                    + "application_name=standby'",
            ], to: "postgresql.auto.conf", isAtEnd: true)
        try start()
        try await primary.waitForStandby()
    }

    /// Copies the data of a running server. ``restore(archive:until:)`` starts the copy.
    package init(copyOf primary: TemporaryPostgres) throws {
        folder = NSTemporaryDirectory() + "dl-pg-\(UUID().uuidString.prefix(13))"
        programs = primary.programs
        port = primary.port
        try programs.createFolder(folder)
        try programs.run(
            "pg_basebackup",
            [
                "--host=\(primary.folder)", "--port=\(port)", "--username=owner",
                "--pgdata=\(folder)/data", "--checkpoint=fast", "--no-sync",
            ])
    }

    /// Starts a copy with the changes that the server, whose log is in the folder `archive`, had until a moment,
    /// written as PostgreSQL writes times.
    package func restore(archive: String, until moment: String) throws {
        try add(
            [
                "unix_socket_directories = '\(folder)'", "archive_mode = off", "hot_standby = off",
                "restore_command = 'cp \(archive)/%f %p'", "recovery_target_time = '\(moment)'",
                "recovery_target_action = 'promote'",
            ], to: "postgresql.auto.conf", isAtEnd: true)
        guard
            FileManager.default.createFile(atPath: "\(folder)/data/recovery.signal", contents: nil)
        else { throw Failure(description: "\(folder)/data/recovery.signal cannot be created") }
        try start()
    }

    /// Makes commits wait for the standby, which is connected then.
    private func waitForStandby() async throws {
        let connection = try await PostgresConnection.open(address(), within: .seconds(30))
        defer { connection.close() }
        for statement in [
            "ALTER SYSTEM SET synchronous_standby_names = 'standby'", "SELECT pg_reload_conf()",
        ] {
            try await connection.run(script: statement, within: .seconds(30))
        }
        let query = PostgresQuery(
            "SELECT EXISTS (SELECT FROM pg_stat_replication WHERE sync_state = 'sync')")
        while try await connection.run([query], within: .seconds(30))[0].first?.bool(0) != true {
            try await Task.sleep(for: .milliseconds(10))
        }
    }

    /// Makes a standby accept writes.
    package func promote() throws {
        try programs.run("pg_ctl", ["promote", "--wait", "--pgdata=\(folder)/data"])
    }

    /// The address of a database on this server or, if it does not accept writes, on another one.
    package func address(
        of database: String, role: String, or other: TemporaryPostgres
    ) throws -> PostgresAddress {
        try PostgresAddress(
            parsing: "postgresql://\(role)@/\(database)?host=\(folder),\(other.folder)"
                + "&port=\(port),\(other.port)&target_session_attrs=read-write")
    }

    /// The certificate of a server with TLS, which is its own authority.
    package var certificate: String { "\(folder)/certificate.pem" }

    /// Changes a file in place, which leaves it to its owner.
    private func add(_ lines: [String], to name: String, isAtEnd: Bool) throws {
        let path = "\(folder)/data/\(name)"
        let text = try String(contentsOfFile: path, encoding: .utf8)
        let parts = isAtEnd ? [text] + lines : lines + [text]
        try (parts.joined(separator: "\n") + "\n").write(
            toFile: path, atomically: false, encoding: .utf8)
    }

    /// Starts the server and waits until it accepts connections. After ``kill()`` the old processes may
    /// still end.
    package func start() throws {
        var process = try programs.start(data: "\(folder)/data")
        while !process.waitUntilReady() {
            guard process.output.contains("is still in use") else {
                throw Failure(description: process.output)
            }
            process = try programs.start(data: "\(folder)/data")
        }
        let started = process
        state.withLock { $0.process = started }
    }

    /// Ends the server as a power failure would: the main process is killed, and the others follow.
    package func kill() {
        state.withLock { $0.process }?.end(SIGKILL)
    }

    /// Stops the processes of the server; they execute nothing until ``resume()``.
    package func pause() {
        for pid in pids { Glibc.kill(pid, SIGSTOP) }
    }

    package func resume() {
        for pid in pids { Glibc.kill(pid, SIGCONT) }
    }

    /// The main process and its children.
    private var pids: [Int32] {
        guard let main = state.withLock({ $0.process })?.pid else { return [] }
        let children = try? String(
            contentsOfFile: "/proc/\(main)/task/\(main)/children", encoding: .utf8)
        return [main] + (children ?? "").split(separator: " ").compactMap { Int32($0) }
    }

    /// Ends the server and deletes its folder.
    package func remove() {
        state.withLock { $0.process }?.end(SIGQUIT)
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// The address of a database for the role `owner`, which is a superuser, or another one.
    package func address(
        of database: String = "postgres", role: String = "owner", passwordFile: String? = nil,
        options: String = ""
    ) throws -> PostgresAddress {
        try PostgresAddress(
            parsing: "postgresql://\(role)@/\(database)?host=\(folder)&port=\(port)\(options)",
            passwordFile: passwordFile)
    }

    /// The address over TCP, of a server with TLS.
    package func tcpAddress(options: String) throws -> PostgresAddress {
        try PostgresAddress(parsing: "postgresql://owner@/postgres?port=\(port)&\(options)")
    }

    /// Creates an empty database.
    /// - Returns: Its name.
    package func createDatabase() async throws -> String {
        let number = state.withLock { state in
            state.databases += 1
            return state.databases
        }
        let connection = try await PostgresConnection.open(address(), within: .seconds(30))
        defer { connection.close() }
        _ = try await connection.run(
            [PostgresQuery("CREATE DATABASE test\(number)")], within: .seconds(30))
        return "test\(number)"
    }
}
