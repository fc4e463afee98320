import Memberwise
package import RPC

/// The supervisor's command line options.
@Memberwise
package struct DaemonOptions: Hashable, Sendable {
    package var home: String? = nil
    /// Number of aggregation workers, saved in the settings; nil leaves it unchanged.
    package var aggregation: Int? = nil
    /// The descriptor to which `StartReport`s are written.
    package var report: Int32? = nil

    static let usage = "daylined [--home DIR] [--aggregation N]"

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
            case "--report": report = Int32(try Self.number(value, option))
            default: throw Self.misuse("\"\(option)\" is not an option.")
            }
        }
    }

    package var arguments: [String] {
        var arguments: [String] = []
        if let home { arguments += ["--home", home] }
        if let aggregation { arguments += ["--aggregation", String(aggregation)] }
        if let report { arguments += ["--report", String(report)] }
        return arguments
    }

    private static func number(_ text: String, _ option: String) throws(Status) -> Int {
        guard let number = Int(text), (1...1023).contains(number) else {
            throw misuse("\(option) takes a number from 1 to 1023, not \"\(text)\".")
        }
        return number
    }

    private static func misuse(_ message: String) -> Status {
        Status(.invalidArgument, message, hint: "Usage: \(usage)")
    }
}
