package import HostFiles
import Memberwise
package import RPC

/// The supervisor's command line options.
@Memberwise
package struct DaemonOptions: Hashable, Sendable {
    package var home: String? = nil
    /// Number of aggregation workers, saved in the settings; nil leaves it unchanged.
    package var aggregation: Int? = nil
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
        + "[--join tcp://HOST:PORT --key-file FILE]"

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
            case "--join": join = value
            case "--key-file": keyFile = value
            case "--log-format": logFormat = try Self.format(value)
            case "--report": report = Int32(try Self.number(value, option))
            default: throw Self.misuse("\"\(option)\" is not an option.")
            }
        }
        guard (join == nil) == (keyFile == nil) else {
            throw Self.misuse("--join and --key-file are used together.")
        }
    }

    package var arguments: [String] {
        var arguments: [String] = []
        if let home { arguments += ["--home", home] }
        if let aggregation { arguments += ["--aggregation", String(aggregation)] }
        if let join { arguments += ["--join", join] }
        if let keyFile { arguments += ["--key-file", keyFile] }
        if let logFormat { arguments += ["--log-format", logFormat.rawValue] }
        if let report { arguments += ["--report", String(report)] }
        return arguments
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
