import CivilTime
import RPC
import Texts

/// Converts messages of the argument parser to sentences with a subject, a problem and a remedy.
struct ParserErrorText {
    /// The first line of the parser's text, without its label.
    private let sentence: String
    /// The lines before the usage, which list allowed values and describe the argument.
    private let details: [String]
    /// A hint with the command that prints the help; nil if the parser names none.
    private let help: String?

    /// - Parameter text: The parser's full message: a sentence, details, the usage, and the
    ///   command that prints the help.
    init(_ text: String) {
        let text = NumberArgument.plain(text)
        let lines = text.split(separator: "\n").map(String.init)
        sentence = lines.first.map { $0.replacing("Error: ", with: "") } ?? "Wrong usage."
        details = lines.dropFirst().prefix { !$0.hasPrefix("Usage:") }.map { $0.trimmed }
        help = text.firstMatch(of: #/See '(dayline [^'\n]*)' for more information/#)
            .map { "Show the usage with: \($0.1)" }
    }

    static func failure(_ text: String) -> Status {
        let words = ParserErrorText(text)
        return words.invalidValue ?? words.missing ?? words.unexpected ?? words.unknownOption
            ?? Status(
                .invalidArgument, words.sentence,
                hint: words.help ?? "List the commands with: dayline help")
    }

    /// The description of the argument in its help; nil if the message has none.
    private var abstract: String? {
        details.first { $0.hasPrefix("Help:") }
            .flatMap { $0.firstMatch(of: #/(?:<[^>]*>|--\S+)  (.+)$/#) }
            .map { String($0.1) }
    }

    private func invalidArgument(_ message: String, _ hint: String?) -> Status {
        Status(
            .invalidArgument, message,
            hint: [hint, help].compactMap(\.self).joined(separator: "\n"))
    }
}

extension ParserErrorText {
    /// "The value 'x' is invalid for '--option <name>'" or "for '<name>'". Nil for other messages.
    private var invalidValue: Status? {
        let text = ([sentence] + details).joined(separator: "\n")
        guard
            let match = text.prefixMatch(
                of: #/The value '(.*?)' is invalid for '(?:(\S+) )?<([^>]*)>'/#
                    .dotMatchesNewlines())
        else { return nil }
        let (value, name) = (String(match.1), String(match.3))
        let subject = match.2.map(String.init) ?? "<\(name)>"
        if let problem = ArgumentForm.dateProblem(value, subject, name) { return problem }
        return invalidArgument(
            "\(subject) cannot be \"\(value)\".",
            listed(near: value) ?? ArgumentForm(subject)?.hint(for: value)
                ?? abstract.map { "Its help says: \($0)" })
    }

    /// A hint with the allowed values; nil if the parser does not list them.
    private func listed(near value: String) -> String? {
        let text = ([sentence] + details.prefix { !$0.hasPrefix("Help:") }).joined(separator: "\n")
        guard let start = text.firstRange(of: "Please provide one of")?.upperBound else {
            return nil
        }
        let list = String(text[start...])
        let quoted = list.matches(of: #/'([^']*)'/#).map { String($0.1) }
        let dashed = list.matches(of: #/\n- (.+)/#).map { String($0.1) }
        let words = quoted.isEmpty ? dashed : quoted
        guard !words.isEmpty else { return nil }
        let nearest = nearestName(to: value, among: words).map { "Did you mean \"\($0)\"? " } ?? ""
        return "\(nearest)Use one of: \(words.joined(separator: ", "))."
    }

    /// "Missing expected argument '<name>'" or "Missing value for '--option <name>'". Nil for
    /// other messages.
    private var missing: Status? {
        if let match = sentence.wholeMatch(of: #/Missing expected argument '(.*?)'.*/#) {
            return invalidArgument(
                "\(match.1) is missing.", abstract.map { "Its help says: \($0)" })
        }
        guard let match = sentence.wholeMatch(of: #/Missing value for '(\S+)(?: <.*>)?'.*/#) else {
            return nil
        }
        let option = String(match.1)
        return invalidArgument(
            "\(option) has no value.",
            ArgumentForm(option)?.hint(for: "") ?? abstract.map { "Its help says: \($0)" })
    }

    /// "Unexpected argument 'x'" or "2 unexpected arguments: 'x', 'y'". Nil for other messages.
    private var unexpected: Status? {
        guard sentence.contains(#/^(Unexpected argument|\d+ unexpected arguments:)/#) else {
            return nil
        }
        let words = sentence.matches(of: #/'([^']*)'/#).map { String($0.1) }
        let isDated = words.contains { CivilDate($0) != nil }
        return invalidArgument(
            "The command has no argument for "
                + words.map { "\"\($0)\"" }.joined(separator: " and ") + ".",
            isDated
                ? "Write a day as --on DATE and a range of days as A..B."
                : "Quote a name of several words, such as \"Morning run\".")
    }

    /// "Unknown option 'x'". Nil for other messages.
    private var unknownOption: Status? {
        guard let match = sentence.wholeMatch(of: #/Unknown option '(.*?)'(\. (Did.*))?/#) else {
            return nil
        }
        guard match.1 != "--on" else {
            return invalidArgument(
                "This command has no option --on: its result does not depend on the day.", nil)
        }
        // The parser suggests options that have few letters in common.
        let nearest = match.3?.firstMatch(of: #/'([^']*)'/#).flatMap {
            nearestName(to: String(match.1), among: [String($0.1)])
        }
        return invalidArgument(
            "This command has no option \(match.1).", nearest.map { "Did you mean \"\($0)\"?" })
    }
}
