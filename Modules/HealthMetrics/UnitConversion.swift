/// A conversion between two units of the same dimension:
/// `(value + bias) * multiplier / divisor + offset`.
///
/// A multiplier and a divisor instead of one factor, since most factors are fractions that binary
/// numbers cannot represent: 70 cm divided by 100 is 0.7 m; multiplied by 0.01 it is not.
package struct UnitConversion: Hashable, Sendable {
    package let bias: Double
    package let multiplier: Double
    package let divisor: Double
    package let offset: Double

    package static let identity = UnitConversion()

    package init(
        bias: Double = 0, multiplier: Double = 1, divisor: Double = 1, offset: Double = 0
    ) {
        self.bias = bias
        self.multiplier = multiplier
        self.divisor = divisor
        self.offset = offset
    }

    /// - Throws: ``UnitError`` if a unit is unknown or the dimensions differ. Equal units need not
    ///   be known.
    package init(from source: String, to target: String) throws(UnitError) {
        guard source != target else {
            self = .identity
            return
        }
        let from = try UnitExpression(source)
        let to = try UnitExpression(target)
        guard from.dimension == to.dimension else {
            throw .otherDimension(from: source, to: target)
        }
        guard let ratio = from.factor.times(to.factor.inverse) else { throw .unknown(source) }
        let isExact = max(ratio.numerator, ratio.denominator) <= 1 << 53
        self.init(
            bias: from.bias,
            multiplier: isExact
                ? Double(ratio.numerator) : Double(ratio.numerator) / Double(ratio.denominator),
            divisor: isExact ? Double(ratio.denominator) : 1,
            offset: to.bias == 0 ? 0 : -to.bias)
    }

    package var isIdentity: Bool { self == .identity }

    /// The reverse conversion.
    package var inverse: UnitConversion {
        UnitConversion(bias: -offset, multiplier: divisor, divisor: multiplier, offset: -bias)
    }

    /// `value` in the other unit.
    @inlinable
    package func converted(_ value: Double) -> Double {
        (value + bias) * multiplier / divisor + offset
    }
}
