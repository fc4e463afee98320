/// The reason why a text is not a set of training.
package enum SetExpressionError: Error, Hashable, Sendable {
    /// The text has none of the accepted forms.
    case notASet(String)
    /// A number of sets or repetitions is out of range.
    case outOfRange(Int)
    /// An amount is ambiguous.
    case amount(AmountError)

    /// The problem as a clause without a full stop, such as `"much" is not a set`.
    package var problem: String {
        switch self {
        case .notASet(let text): "\"\(text)\" is not a set"
        case .outOfRange(let number):
            "\(number) sets or repetitions are out of range: 1 to \(SetExpression.factorLimit)"
        case .amount(let error): error.problem
        }
    }

    /// The forms to write instead.
    package var remedy: String {
        switch self {
        case .notASet, .outOfRange:
            "Write a set as 5x100kg, 3x5x100kg, 12, 90s or '5km 25min'."
        case .amount(let error): error.remedy
        }
    }
}
