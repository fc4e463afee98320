/// An exact positive fraction in lowest terms, so that a unit factor is rounded only once.
struct Ratio: Hashable, Sendable {
    let numerator: Int128
    let denominator: Int128

    static let one = Ratio(1)

    init(_ numerator: Int128, _ denominator: Int128 = 1) {
        var (a, b) = (numerator, denominator)
        while b != 0 { (a, b) = (b, a % b) }
        self.numerator = numerator / a
        self.denominator = denominator / a
    }

    /// An exact decimal such as `180.1558800000541`; nil if the text is not one or has more than 18
    /// digits.
    init?(decimal text: some StringProtocol) {
        var mantissa: Int128 = 0
        var scale: Int128 = 1
        var digits = 0
        var isFraction = false
        for byte in text.utf8 {
            if byte == UInt8(ascii: "."), !isFraction {
                isFraction = true
                continue
            }
            guard (48...57).contains(byte), digits < 18 else { return nil }
            mantissa = mantissa * 10 + Int128(byte - 48)
            if isFraction { scale *= 10 }
            digits += 1
        }
        guard mantissa > 0 else { return nil }
        self.init(mantissa, scale)
    }

    /// The product; nil on overflow.
    func times(_ other: Ratio) -> Ratio? {
        let left = Ratio(numerator, other.denominator)
        let right = Ratio(other.numerator, denominator)
        let (top, topOverflow) = left.numerator.multipliedReportingOverflow(by: right.numerator)
        let (bottom, bottomOverflow) = left.denominator.multipliedReportingOverflow(
            by: right.denominator)
        return topOverflow || bottomOverflow ? nil : Ratio(top, bottom)
    }

    var inverse: Ratio { Ratio(denominator, numerator) }
}
