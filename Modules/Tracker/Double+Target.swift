/// Comparisons of a total with a target. The sum of decimal fractions has a rounding error: 0.7 + 0.1 is
/// less than 0.8, and 0.1 + 0.2 is greater than 0.3.
extension Double {
    /// True if the number is at least `target`, apart from the rounding error of a sum.
    package func reaches(_ target: Double) -> Bool {
        self >= target - Self.roundingError(of: target)
    }

    /// True if the number is greater than `limit`, apart from the rounding error of a sum.
    package func exceeds(_ limit: Double) -> Bool {
        self > limit + Self.roundingError(of: limit)
    }

    /// More than the error of a sum of a million numbers, and less than a difference that a person enters.
    private static func roundingError(of total: Double) -> Double {
        max(total.magnitude, 1) * 1e-9
    }
}
