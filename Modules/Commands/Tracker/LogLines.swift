import Contracts
import RPC
import Texts
import Tracker

/// Lines of a file for `dayline log -`. Empty lines and lines that begin with `#` are ignored.
enum LogLines {
    static func parse(_ bytes: [UInt8]) throws(UsageError) -> [Journal.LogLine] {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw UsageError("Standard input is not UTF-8 text.")
        }
        var lines: [Journal.LogLine] = []
        let rows = text.split(omittingEmptySubsequences: false) { $0.isNewline }
        for (index, row) in rows.enumerated() {
            let content = String(row).trimmed
            guard !content.isEmpty, !content.hasPrefix("#") else { continue }
            lines.append(try line(content, number: index + 1))
        }
        guard !lines.isEmpty else {
            throw UsageError(
                "Standard input has no lines to log.",
                hint: "Write one activity a line, such as: Water 250 --on yesterday")
        }
        return lines
    }

    private static func line(_ text: String, number: Int) throws(UsageError) -> Journal.LogLine {
        guard let words = words(of: text) else {
            throw UsageError(
                "Line \(number) has a quote without its end.",
                hint: "Quote a name as in: \"Call mum\"")
        }
        var line = Journal.LogLine(words: [], number: number)
        var rest = words[...]
        while let word = rest.popFirst() {
            guard !word.isQuoted, word.text.hasPrefix("--") else {
                line.words.append(word.text)
                continue
            }
            guard let value = rest.popFirst()?.text else {
                throw UsageError("Line \(number): \(word.text) has no value.")
            }
            try set(word.text, to: value, in: &line)
        }
        return line
    }

    private static func set(
        _ option: String, to value: String, in line: inout Journal.LogLine
    ) throws(UsageError) {
        let number = line.number ?? 0
        switch option {
        case "--on": line.on = value
        case "--note": line.note = value
        case "--slot":
            guard let slot = Slot(rawValue: value) else {
                throw UsageError(
                    "Line \(number): \"\(value)\" is not a part of the day.",
                    hint: "Use \(Slot.allCases.map(\.rawValue).joined(separator: ", ")).")
            }
            line.slot = slot
        default:
            throw UsageError(
                "Line \(number) has no option \(option).", hint: "Use --on, --slot or --note.")
        }
    }

    private struct Word {
        var text: String
        var isQuoted: Bool
    }

    /// The words between white space; quotes join words. Nil for a quote without its end.
    private static func words(of text: String) -> [Word]? {
        var words: [Word] = []
        var current: Word?
        var quote: Character?
        for character in text {
            if let open = quote {
                if character == open { quote = nil } else { current?.text.append(character) }
            } else if character == "\"" || character == "'", current == nil {
                quote = character
                current = Word(text: "", isQuoted: true)
            } else if character.isWhitespace {
                if let word = current { words.append(word) }
                current = nil
            } else {
                current = Word(
                    text: (current?.text ?? "") + String(character),
                    isQuoted: current?.isQuoted ?? false)
            }
        }
        if let word = current { words.append(word) }
        return quote == nil ? words : nil
    }
}
