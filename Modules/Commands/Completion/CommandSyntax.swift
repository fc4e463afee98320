import ArgumentParser
import FoundationEssentials

/// What may stand behind a command, as the parser describes it.
struct CommandSyntax {
    let parameters: [Parameter]

    /// The form of `type`, nothing when the parser describes it in another way than it used to.
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

            /// As it is typed.
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
