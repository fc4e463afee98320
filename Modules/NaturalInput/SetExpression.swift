import Texts

/// A set of training as a person writes it: `5x100kg`, `3x5x100kg`, `12`, `3x12x`, `90s` or
/// `5km 25min`.
///
/// Factors are separated by `x`, `×` or `*`. Of two factors the first is the number of repetitions,
/// of three the first is the number of equal sets. Units are not checked.
package struct SetExpression: Hashable, Sendable {
    /// The whole numbers before the last separator: none, the repetitions, or the sets and the
    /// repetitions.
    package let factors: [Int]
    /// The amounts after the last separator; empty for a text that ends with the separator.
    package let amounts: [Amount]

    /// The greatest number of a factor.
    package static let factorLimit = 1000

    package init(_ text: String) throws(SetExpressionError) {
        let typed = text.trimmed
        let parts = typed.split(omittingEmptySubsequences: false) { "xX×*".contains($0) }
            .map { String($0).trimmed }
        guard let last = parts.last, !typed.isEmpty, parts.count <= 3 else {
            throw .notASet(typed)
        }
        var factors: [Int] = []
        for part in parts.dropLast() {
            guard let factor = Int(part), part.utf8.allSatisfy({ (48...57).contains($0) }) else {
                throw .notASet(typed)
            }
            guard (1...Self.factorLimit).contains(factor) else { throw .outOfRange(factor) }
            factors.append(factor)
        }
        guard !last.isEmpty || !factors.isEmpty else { throw .notASet(typed) }
        self.factors = factors
        amounts = try Self.amounts(last, typed)
    }

    /// The amounts of a text, each of which begins with a digit, such as `5 km 25min`.
    private static func amounts(
        _ text: String, _ typed: String
    ) throws(SetExpressionError) -> [Amount] {
        var texts: [String] = []
        for word in text.split(whereSeparator: { $0.isWhitespace || $0 == ";" }) {
            if word.first.map({ $0.isLetter || "%°".contains($0) }) == true, !texts.isEmpty {
                texts[texts.count - 1] += " \(word)"
            } else {
                texts.append(String(word))
            }
        }
        var amounts: [Amount] = []
        for text in texts {
            do throws(AmountError) {
                amounts.append(try Amount(text))
            } catch {
                if case .ambiguous = error { throw .amount(error) }
                throw .notASet(typed)
            }
        }
        return amounts
    }
}
