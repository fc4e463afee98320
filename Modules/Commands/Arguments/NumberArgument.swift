import ArgumentParser
import NaturalInput

/// A finite number as an argument or the value of an option.
///
/// The parser treats every word with a leading dash as an option. The dash of a negative number is
/// therefore replaced by a minus sign before parsing.
struct NumberArgument: ExpressibleByArgument {
    var value: Double

    /// U+2212 MINUS SIGN.
    private static let minus: Character = "\u{2212}"

    init?(argument: String) {
        guard let number = try? DecimalNumber(argument) else { return nil }
        value = number.value
    }

    /// `text` with minus signs replaced by dashes.
    static func plain(_ text: String) -> String {
        text.replacing("\(minus)", with: "-")
    }

    /// `arguments` with negative amounts and days such as `-1d` in a form that the parser accepts: joined to the option
    /// before them by an equals sign, else with a minus sign.
    static func marked(_ arguments: [String]) -> [String] {
        let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
        var marked: [String] = []
        for word in arguments[..<end] {
            guard word.hasPrefix("-"), isValue(word) else {
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

    /// True if a word with a dash is an amount, a day or a range of days.
    private static func isValue(_ word: String) -> Bool {
        Amount.isWritten(in: word) || (try? DayRangeExpression(word)) != nil
    }
}
