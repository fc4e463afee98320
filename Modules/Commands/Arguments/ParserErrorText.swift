import CivilTime
import RPC
import Texts

/// The one place where messages of the argument parser become a subject, a problem and a remedy.
struct ParserErrorText {
    /// The first line of the parser's text, without its label.
    private let sentence: String
    /// The lines up to the usage, which list allowed values and what the argument is.
    private let details: [String]
    /// The command whose help shows all of its options.
    private let help: String?

    /// - Parameter text: A sentence, then lines on how the command is used, of which the last names the
    ///   command that shows all of it.
    init(_ text: String) {
        let text = NumberArgument.plain(text)
        let lines = text.split(separator: "\n").map(String.init)
        sentence = lines.first.map { $0.replacing("Error: ", with: "") } ?? "Wrong usage."
        details = lines.dropFirst().prefix { !$0.hasPrefix("Usage:") }.map { $0.trimmed }
        help = text.firstMatch(of: #/See '(dayline [^'\n]*)' for more information/#)
            .map { "See how it is used with: \($0.1)" }
    }

    static func failure(_ text: String) -> Status {
        let words = ParserErrorText(text)
        return words.invalidValue ?? words.missing ?? words.unexpected ?? words.unknownOption
            ?? Status(
                .invalidArgument, words.sentence,
                hint: words.help ?? "See what there is with: dayline help")
    }

    /// The description of the argument in its help.
    private var abstract: String? {
        details.first { $0.hasPrefix("Help:") }
            .flatMap { $0.firstMatch(of: #/(?:<[^>]*>|--\S+)  (.+)$/#) }
            .map { String($0.1) }
    }

    private func refusal(_ message: String, _ hint: String?) -> Status {
        Status(
            .invalidArgument, message,
            hint: [hint, help].compactMap(\.self).joined(separator: "\n"))
    }
}

extension ParserErrorText {
    /// "The value 'x' is invalid for '--option <name>'", and of an argument.
    private var invalidValue: Status? {
        let whole = ([sentence] + details).joined(separator: "\n")
        guard
            let match = whole.prefixMatch(
                of: #/The value '(.*?)' is invalid for '(?:(\S+) )?<([^>]*)>'/#
                    .dotMatchesNewlines())
        else { return nil }
        let (value, name) = (String(match.1), String(match.3))
        let subject = match.2.map(String.init) ?? "<\(name)>"
        if let problem = ArgumentForm.dateProblem(value, subject, name) { return problem }
        return refusal(
            "\(subject) cannot be \"\(value)\".",
            listed(near: value) ?? ArgumentForm(subject, name)?.hint(for: value)
                ?? abstract.map { "It takes: \($0)" })
    }

    /// The allowed values, where the parser lists them.
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

    /// "Missing expected argument '<name>'", and an option without its value.
    private var missing: Status? {
        if let match = sentence.wholeMatch(of: #/Missing expected argument '(.*?)'.*/#) {
            return refusal("\(match.1) is missing.", abstract.map { "It takes: \($0)" })
        }
        guard let match = sentence.wholeMatch(of: #/Missing value for '(\S+)( <(.*)>)?'.*/#) else {
            return nil
        }
        let name = match.3.map(String.init) ?? ""
        let option = String(match.1)
        return refusal(
            "\(option) has no value behind it.",
            ArgumentForm(option, name)?.hint(for: "") ?? abstract.map { "It takes: \($0)" })
    }

    /// "Unexpected argument 'x'", and several.
    private var unexpected: Status? {
        guard sentence.contains(#/^(Unexpected argument|\d+ unexpected arguments:)/#) else {
            return nil
        }
        let words = sentence.matches(of: #/'([^']*)'/#).map { String($0.1) }
        let isDated = words.contains { CivilDate($0) != nil }
        return refusal(
            words.map { "\"\($0)\"" }.joined(separator: " and ")
                + (words.count == 1 ? " is" : " are") + " more than the command takes.",
            isDated
                ? "A day is written as --on DATE, and two days as A..B."
                : "Words that belong together are written in quotes, as in: \"Morning run\"")
    }

    private var unknownOption: Status? {
        guard let match = sentence.wholeMatch(of: #/Unknown option '(.*?)'(\. (Did.*))?/#) else {
            return nil
        }
        guard match.1 != "--on" else {
            return refusal(
                "What this command does is the same on every day, so it takes no --on.", nil)
        }
        return refusal(
            "This command has no option \(match.1).",
            match.3.map { String($0).replacing("'", with: "\"") })
    }
}
