/// Comparisons of a computed number with a target or threshold. Sums and differences of decimal fractions
/// have a rounding error: 0.7 + 0.1 is less than 0.8, and 70.01 - 70 is greater than 0.01.
extension Double {
    /// True if the number is at least `target`, apart from a rounding error.
    package func reaches(_ target: Double) -> Bool {
        self >= target - Self.roundingError(of: target)
    }

    /// True if the number is greater than `limit`, apart from a rounding error.
    package func exceeds(_ limit: Double) -> Bool {
        self > limit + Self.roundingError(of: limit)
    }

    /// More than the error of a sum of a million numbers, and less than a difference that a person enters.
    private static func roundingError(of total: Double) -> Double {
        max(total.magnitude, 1) * 1e-9
    }
}
