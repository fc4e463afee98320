/// The reason why a text is not a number or an amount.
package enum AmountError: Error, Hashable, Sendable {
    case notANumber(String)
    /// A comma before three digits is a decimal comma or separates thousands.
    case ambiguous(String, decimal: String, grouped: String)

    /// The problem as a clause without a full stop, such as `"1,500" can mean 1.5 or 1500`.
    package var problem: String {
        switch self {
        case .notANumber(let text): "\"\(text)\" is not a number"
        case .ambiguous(let text, let decimal, let grouped):
            "\"\(text)\" can mean \(decimal) or \(grouped)"
        }
    }

    /// The problem and its remedy.
    package var sentences: String { "\(problem). \(remedy)" }

    /// The forms to write instead.
    package var remedy: String {
        switch self {
        case .notANumber: "Write a number such as 250, 1.75 or 1,5."
        case .ambiguous(_, let decimal, let grouped): "Write \(decimal) or \(grouped)."
        }
    }
}
