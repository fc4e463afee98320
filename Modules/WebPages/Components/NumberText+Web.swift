import Contracts
import Presentation
import Texts
import Tracker

extension NumberText {
    /// The text of a number with a minus sign (U+2212) instead of a hyphen.
    static func withMinusSign(_ text: String) -> String {
        text.hasPrefix("-") ? "\u{2212}" + text.dropFirst() : text
    }

    /// A number as the value of an input: without rounding and grouping.
    static func input(_ value: Double) -> String {
        plainText(value).replacing(".", with: TextLocale.current?.numbers.decimal ?? ".")
    }
}
