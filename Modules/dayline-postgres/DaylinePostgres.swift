import ArgumentParser
import Glibc
import HostFiles
import PostgresClient
import PostgresStorage
import RPC

@main
struct DaylinePostgres: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "dayline-postgres",
        abstract: "Manage the schema and the data of Dayline in PostgreSQL.",
        subcommands: [Migrate.self, Check.self, Move.self, Erase.self])

    @concurrent
    static func main() async {
        do {
            var command = try parseAsRoot()
            if var asynchronous = command as? any AsyncParsableCommand {
                try await asynchronous.run()
            } else {
                try command.run()
            }
        } catch let error as ExitCode {
            Glibc.exit(error.rawValue)
        } catch {
            guard error is any StatusConvertible || error is Status else {
                Self.exit(withError: error)
            }
            let line = "dayline-postgres: \(Status(describing: error))\n"
            _ = line.withCString { Glibc.write(STDERR_FILENO, $0, strlen($0)) }
            Glibc.exit(1)
        }
    }
}

/// Creates or upgrades the schema.
struct Migrate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Create or upgrade the schema, and permit a role to use it.",
        discussion: """
            Run as the role that owns the schema. The password is read from --password-file, PGPASSWORD, \
            ~/.pgpass or the service file, never from the address.
            """)

    @Argument(help: "Address of the database, such as postgresql://owner@db.example.org/dayline.")
    var address: String

    @Option(
        help: "Role of the storage workers, which owns no table and does not bypass row security.")
    var worker: String

    @OptionGroup var password: PasswordOption

    mutating func run() async throws {
        let (from, to) = try await PostgresMigrator.migrate(
            PostgresAddress(parsing: address, passwordFile: password.file), worker: worker)
        print(
            from == to
                ? "The schema has version \(to). The role \(worker) can use it."
                : "Upgraded the schema from version \(from) to \(to). The role \(worker) can use it."
        )
    }
}

/// Checks that storage workers can use a database.
struct Check: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Check that a database can be reached and used by the storage workers.",
        discussion: """
            Run as the role of the storage workers. The password is read as by migrate. Nothing is changed.
            """)

    private static let limit = Duration.seconds(10)

    @Argument(help: "Address of the database, such as postgresql://dayline@db.example.org/dayline.")
    var address: String

    @OptionGroup var password: PasswordOption

    @Flag(help: "Print a failure as a JSON object.")
    var json = false

    mutating func run() async throws {
        do {
            let connection = try await PostgresConnection.open(
                PostgresAddress(parsing: address, passwordFile: password.file), within: Self.limit)
            defer { connection.close() }
            try await PostgresMigrator.check(connection)
        } catch {
            guard json else { throw error }
            print(try JSONBody.encode(Status(describing: error)).text)
            throw ExitCode.failure
        }
        print("The storage workers can use the database.")
    }
}

/// Deletes a profile that no home uses any more.
struct Erase: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Delete all rows of a profile, such as the copy that dayline move has left.",
        discussion: """
            Run as the role of the storage workers. Homes that use the profile lose its data. PostgreSQL may \
            keep deleted rows in its files, until: VACUUM FULL
            """)

    @Argument(help: "Address of the database, such as postgresql://dayline@db.example.org/dayline.")
    var address: String

    @Argument(help: "Name of the profile.")
    var profile: String

    @OptionGroup var password: PasswordOption

    @Flag(help: "Delete without a question. Required, since the rows cannot be restored.")
    var yes = false

    func validate() throws {
        guard yes else {
            throw ValidationError(
                "The rows of \(profile) cannot be restored. Delete them with: --yes")
        }
    }

    mutating func run() async throws {
        let pool = try await MoveOptions.pool(
            DatabaseServer(parsing: address, passwordFile: password.file))
        defer { pool.close() }
        try await PostgresRows(pool).erase(profile)
        print("Deleted all rows of the profile \(profile).")
    }
}
