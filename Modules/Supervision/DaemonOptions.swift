package import HostFiles
import Memberwise
package import RPC

/// The supervisor's command line options.
@Memberwise
package struct DaemonOptions: Hashable, Sendable {
    package var home: String? = nil
    /// Number of aggregation workers, saved in the settings; nil leaves it unchanged.
    package var aggregation: Int? = nil
    /// The address of the database server, saved in the settings, or `sqlite` for the file in the home; nil
    /// leaves the database unchanged.
    package var database: String? = nil
    /// The path of the file with the password for that server.
    package var databasePasswordFile: String? = nil
    /// The address of a system on another machine to run aggregation workers for; nil to run a system.
    package var join: String? = nil
    /// The path of the key file for that system.
    package var keyFile: String? = nil
    /// The form of log records; nil: that of the environment.
    package var logFormat: LogFormat? = nil
    /// The descriptor to which `StartReport`s are written.
    package var report: Int32? = nil

    static let usage =
        "daylined [--home DIR] [--aggregation N] [--log-format text|json] "
        + "[--database ADDRESS|sqlite [--database-password-file FILE]] [--join tcp://HOST:PORT --key-file FILE]"

    /// The text of `--help`.
    static let help = """
        Usage: \(usage)

        Starts the processes of a home, watches them, and ends them with itself. dayline up starts it.

          --home DIR                      the home (default: that of dayline)
          --aggregation N                 the number of aggregation workers, saved for later starts
          --database ADDRESS              a database of PostgreSQL instead of the file in the home, saved; \
        sqlite: the file
          --database-password-file FILE   a file with the password for the database
          --join tcp://HOST:PORT          run aggregation workers for a home on another machine
          --key-file FILE, --key FILE     the key for that home, of the role worker:dayline.aggregation
          --log-format text|json          the form of log records (default: text)
        """

    /// Parses the arguments after the program's name.
    /// - Throws: INVALID_ARGUMENT if an option is unknown or has an invalid value.
    package init(parsing arguments: some Sequence<String>) throws(Status) {
        var rest = Array(arguments)[...]
        while let option = rest.popFirst() {
            guard let value = rest.popFirst() else {
                throw Self.misuse("\"\(option)\" is unknown or lacks a value.")
            }
            switch option {
            case "--home": home = value
            case "--aggregation": aggregation = try Self.number(value, option)
            case "--database": database = value
            case "--database-password-file": databasePasswordFile = value
            case "--join": join = value
            // dayline follow has --key.
            case "--key-file", "--key": keyFile = value
            case "--log-format": logFormat = try Self.format(value)
            case "--report": report = Int32(try Self.number(value, option))
            default: throw Self.misuse("\"\(option)\" is not an option.")
            }
        }
        guard (join == nil) == (keyFile == nil) else {
            throw Self.misuse("--join and --key-file are used together.")
        }
        guard databasePasswordFile == nil || database != nil else {
            throw Self.misuse("--database-password-file is used together with --database.")
        }
    }

    package var arguments: [String] {
        var arguments: [String] = []
        if let home { arguments += ["--home", home] }
        if let aggregation { arguments += ["--aggregation", String(aggregation)] }
        if let database { arguments += ["--database", database] }
        if let databasePasswordFile {
            arguments += ["--database-password-file", databasePasswordFile]
        }
        if let join { arguments += ["--join", join] }
        if let keyFile { arguments += ["--key-file", keyFile] }
        if let logFormat { arguments += ["--log-format", logFormat.rawValue] }
        if let report { arguments += ["--report", String(report)] }
        return arguments
    }

    /// The chosen database server; nil: the file in the home, or no choice.
    package var server: DatabaseServer? {
        get throws(Status) {
            guard let database, database != DatabaseKind.sqlite.rawValue else { return nil }
            return try DatabaseServer(
                parsing: database,
                passwordFile: databasePasswordFile.map { Files.canonicalPath($0) ?? $0 })
        }
    }

    private static func number(_ text: String, _ option: String) throws(Status) -> Int {
        guard let number = Int(text), (1...1023).contains(number) else {
            throw misuse("\(option) takes a number from 1 to 1023, not \"\(text)\".")
        }
        return number
    }

    private static func format(_ text: String) throws(Status) -> LogFormat {
        guard let format = LogFormat(rawValue: text) else {
            throw misuse("--log-format takes text or json, not \"\(text)\".")
        }
        return format
    }

    private static func misuse(_ message: String) -> Status {
        Status(.invalidArgument, message, hint: "Usage: \(usage)")
    }
}
