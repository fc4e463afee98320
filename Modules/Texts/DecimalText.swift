/// Formats a number with grouped thousands and at most the given number of decimals, rounded half
/// away from zero, with the signs of the reader (`TextLocale.current`). Zeros at the end are removed
/// unless they are requested. A number too large for that is formatted in full precision.
package func decimalText(_ value: Double, decimals: Int, shouldPadZeros: Bool = false) -> String {
    let signs = TextLocale.current?.numbers ?? .standard
    guard let parts = decimalParts(value, decimals, shouldPadZeros) else { return "\(value)" }
    let sign = parts.sign.isEmpty ? "" : minusSign
    return sign + groupingThousands(parts.whole, signs)
        + (parts.fraction.isEmpty ? "" : "\(signs.decimal)\(parts.fraction)")
}

/// Formats a number for a program, such as a coordinate of a picture: a decimal point and no groups,
/// else as `decimalText`.
package func plainDecimalText(_ value: Double, decimals: Int) -> String {
    guard let parts = decimalParts(value, decimals, false) else { return "\(value)" }
    return parts.sign + parts.whole + (parts.fraction.isEmpty ? "" : ".\(parts.fraction)")
}

/// The sign and the digits of a rounded number; nil: the number is too large.
private func decimalParts(
    _ value: Double, _ decimals: Int, _ shouldPadZeros: Bool
) -> (sign: String, whole: String, fraction: String)? {
    let scale = (0..<decimals).reduce(1.0) { scale, _ in scale * 10 }
    let scaled = (abs(value) * scale).rounded()
    guard abs(value) < 1e15, scaled < 1e18, scale < 1e18 else { return nil }
    let sign = value < 0 && scaled > 0 ? "-" : ""
    let parts = Int(scaled).quotientAndRemainder(dividingBy: Int(scale))
    var (rest, count) = (parts.remainder, decimals)
    while !shouldPadZeros, count > 0, rest.isMultiple(of: 10) {
        rest /= 10
        count -= 1
    }
    guard count > 0 else { return (sign, "\(parts.quotient)", "") }
    let digits = "\(rest)"
    return (
        sign, "\(parts.quotient)", String(repeating: "0", count: count - digits.count) + digits
    )
}

/// The number of decimals, at most 12, that show the given number of significant digits; 0 for 0.
package func decimals(toShow digits: Int, of value: Double) -> Int {
    guard value != 0 else { return 0 }
    let least = (1..<digits).reduce(1.0) { least, _ in least * 10 }
    var (magnitude, decimals) = (abs(value), 0)
    while magnitude < least, decimals < 12 {
        magnitude *= 10
        decimals += 1
    }
    return decimals
}

/// Formats a number as a person wrote it, with grouped thousands; one that was computed has at most two
/// decimals.
package func writtenText(_ value: Double) -> String {
    decimalText(value, decimals: writtenDecimals(of: value) ?? 2)
}

/// The number of decimals that a person wrote; nil for more than twelve digits, which are the
/// result of a conversion or a sum.
package func writtenDecimals(of value: Double) -> Int? {
    var (decimals, scale) = (0, 1.0)
    while true {
        let digits = (abs(value) * scale).rounded()
        guard digits < 1e12, decimals <= 12 else { return nil }
        if digits / scale == abs(value) { return decimals }
        decimals += 1
        scale *= 10
    }
}

/// The sign before a negative number: U+2212 for readers.
package var minusSign: String { TextLocale.current == nil ? "-" : "\u{2212}" }

/// The digits in groups of the reader, such as "1,234,567".
package func groupingThousands(_ digits: String) -> String {
    groupingThousands(digits, TextLocale.current?.numbers ?? .standard)
}

private func groupingThousands(_ digits: String, _ signs: NumberSigns) -> String {
    guard digits.count >= signs.leastDigits else { return digits }
    var text = ""
    for (index, digit) in digits.enumerated() {
        let rest = digits.count - index
        if index > 0, rest == 3 || rest > 3 && (rest - 3).isMultiple(of: signs.laterGroup) {
            text += signs.group
        }
        text.append(digit)
    }
    return text
}
