import CivilTime
import RPC

/// What the parser of arguments says, in our words where a person needs others.
enum ParserWords {
    /// A failure out of the parser's text: a sentence, then lines on how the command is used, of which
    /// the last says what shows all of it.
    static func failure(_ text: String) -> Status {
        let text = NumberArgument.plain(text)
        let sentence =
            text.split(separator: "\n").first.map { String($0).replacing("Error: ", with: "") }
            ?? "Wrong usage."
        if let problem = dateProblem(sentence) { return problem }
        let help = text.firstMatch(of: #/See '(dayline [^'\n]*)' for more information/#)
        return Status(
            .invalidArgument,
            sentence.hasPrefix("Unknown option '--on'")
                ? "What this command does is the same on every day, so it takes no --on."
                : sentence,
            hint: help.map { "See how it is used with: \($0.1)" })
    }

    /// Options that take a day, and an argument that takes one or two.
    private static let dated: Set<String> = [
        "--on", "--from", "--to", "--before", "--after", "--deadline", "<days>",
    ]

    private static func dateProblem(_ sentence: String) -> Status? {
        guard
            let match = sentence.wholeMatch(
                of: #/The value '(.*)' is invalid for '(\S+)( <.*>)?'.*/#.dotMatchesNewlines()),
            dated.contains(String(match.2)), !sentence.contains("<milliseconds>")
        else { return nil }
        let name = String(match.2)
        let days = match.1.split(separator: "..", omittingEmptySubsequences: false)
        let wrong = String(days.first { CivilDate($0) == nil } ?? match.1)
        let isWritten = wrong.wholeMatch(of: #/[0-9]{4}-[0-9]{2}-[0-9]{2}/#) != nil
        let what = isWritten ? "there is no \(wrong)" : "\"\(wrong)\" is none"
        return Status(
            .invalidArgument,
            name.hasPrefix("--")
                ? "\(name) takes a day, and \(what)." : "It takes a day, and \(what).",
            hint: "Days are written YYYY-MM-DD, such as 2026-02-28"
                + (name == "<days>" ? ", and two as 2026-02-01..2026-02-28." : "."))
    }
}
