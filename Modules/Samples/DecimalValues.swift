/// Values as integers and one common power of ten.
///
/// A value is converted only if the reverse conversion gives the same bits, so that no stored value
/// changes; all other values are exceptions.
struct DecimalValues {
    /// A value is `mantissa / 10^scale`.
    private(set) var scale = 0
    private(set) var mantissas: [Int64] = []
    /// The indices of values that are not decimal; their mantissa is that of a neighbour.
    private(set) var exceptions: [Int] = []

    static let greatestScale = 15

    static let powersOfTen: [Double] = (0...greatestScale).map { exponent in
        (0..<exponent).reduce(1) { product, _ in product * 10 }
    }

    /// Nil if too few of `values` are decimal to save space.
    init?(_ values: [Double]) {
        let allowed = values.count / 8
        scale = Self.scale(of: values, exceptionsAllowed: allowed)
        let power = Self.powersOfTen[scale]
        mantissas.reserveCapacity(values.count)
        var last: Int64 = 0
        for (index, value) in values.enumerated() {
            if let mantissa = Self.mantissa(value, power) {
                last = mantissa
            } else {
                exceptions.append(index)
                guard exceptions.count <= allowed else { return nil }
            }
            mantissas.append(last)
        }
    }

    /// The least scale for all values except `exceptionsAllowed` of them.
    private static func scale(of values: [Double], exceptionsAllowed: Int) -> Int {
        var scale = 0
        var exceptions = 0
        for value in values where mantissa(value, powersOfTen[scale]) == nil {
            let fitting = (scale + 1..<greatestScale + 1).first {
                mantissa(value, powersOfTen[$0]) != nil
            }
            if let fitting {
                scale = fitting
            } else {
                exceptions += 1
                if exceptions > exceptionsAllowed { return scale }
            }
        }
        return scale
    }

    /// The integer that gives `value`, bit for bit, when divided by `power`.
    @inline(__always)
    private static func mantissa(_ value: Double, _ power: Double) -> Int64? {
        // Adding 1.5 * 2^52 leaves the nearest integer in the low bits, for magnitudes up to 2^51.
        let shift = 0x1.8p52
        let scaled = value * power
        guard abs(scaled) < 0x1p51 else { return nil }
        let shifted = scaled + shift
        guard ((shifted - shift) / power).bitPattern == value.bitPattern else { return nil }
        return Int64(bitPattern: shifted.bitPattern &- shift.bitPattern)
    }
}
