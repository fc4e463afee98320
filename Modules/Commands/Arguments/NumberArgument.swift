import ArgumentParser

/// A number among the words of a command: decimal, finite, and also a negative one.
///
/// The parser takes every word with a dash before it for an option, so that the dash of a number is
/// made a minus sign before the parser looks.
struct NumberArgument: ExpressibleByArgument {
    var value: Double

    /// U+2212, which is a minus sign and no dash.
    private static let minus: Character = "\u{2212}"

    init?(argument: String) {
        let text = Self.plain(argument)
        // Digits alone: the names of infinity and of what is no number, and hexadecimal digits, would
        // be taken too.
        guard text.utf8.allSatisfy("0123456789+-.eE".utf8.contains), let value = Double(text),
            value.isFinite
        else { return nil }
        self.value = value
    }

    /// `text` with dashes in the place of minus signs.
    static func plain(_ text: String) -> String {
        text.replacing("\(minus)", with: "-")
    }

    /// `arguments` with each negative number as the parser will take it: behind an option as its
    /// value, else with a minus sign.
    static func marked(_ arguments: [String]) -> [String] {
        let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
        var marked: [String] = []
        for word in arguments[..<end] {
            guard word.hasPrefix("-"), Double(word) != nil else {
                marked.append(word)
                continue
            }
            if let option = marked.last, option.hasPrefix("--"), !option.contains("="),
                !GlobalOptions.flags.contains(option)
            {
                marked[marked.count - 1] = "\(option)=\(word)"
            } else {
                marked.append("\(minus)\(word.dropFirst())")
            }
        }
        return marked + arguments[end...]
    }
}
