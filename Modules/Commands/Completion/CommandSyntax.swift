import ArgumentParser
import FoundationEssentials

/// The arguments, options and flags of a command, from the parser's dump of its help.
struct CommandSyntax {
    let parameters: [Parameter]

    /// Reads the parameters of `type`. Empty if the dump cannot be decoded.
    init(_ type: any ParsableArguments.Type) {
        let description = try? JSONDecoder().decode(
            Description.self, from: Data(type._dumpHelp().utf8))
        parameters = description?.command.arguments ?? []
    }

    /// An argument, an option or a flag.
    struct Parameter: Decodable {
        enum Kind: String, Decodable {
            case positional
            case option
            case flag
        }

        struct Name: Decodable {
            var kind: String
            var name: String

            /// The name with its dashes.
            var text: String { kind == "long" ? "--\(name)" : "-\(name)" }
        }

        struct Values: Decodable {
            var list: ValueList?
            var file: AnyValue?
            var directory: AnyValue?
            var custom: AnyValue?
        }

        struct ValueList: Decodable {
            var values: [String]
        }

        struct AnyValue: Decodable {}

        var kind: Kind
        var names: [Name]?
        var abstract: String?
        var valueName: String?
        /// The declared value of a parameter that is not given; nil: none.
        var defaultValue: String?
        var isOptional: Bool
        var isRepeating: Bool
        var shouldDisplay: Bool
        var completionKind: Values?

        func isNamed(_ word: String) -> Bool {
            names?.contains { $0.text == word } ?? false
        }
    }

    private struct Description: Decodable {
        var command: Command
    }

    private struct Command: Decodable {
        var arguments: [Parameter]?
    }
}
