/// Formats a number with grouped thousands and at most the given number of decimals, rounded half
/// away from zero. Zeros at the end are removed unless they are requested. A number too large for
/// that is formatted in full precision.
package func decimalText(
    _ value: Double, decimals: Int, shouldPadZeros: Bool = false, isGrouped: Bool = true
) -> String {
    let scale = (0..<decimals).reduce(1.0) { scale, _ in scale * 10 }
    let scaled = (abs(value) * scale).rounded()
    guard abs(value) < 1e15, scaled < 1e18 else { return "\(value)" }
    let digits = String(Int(scaled))
    let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
    var fraction = padded.suffix(decimals)
    while !shouldPadZeros, fraction.hasSuffix("0") { fraction.removeLast() }
    let whole = String(padded.dropLast(decimals))
    let sign = value < 0 && scaled > 0 ? "-" : ""
    return sign + (isGrouped ? groupingThousands(whole) : whole)
        + (fraction.isEmpty ? "" : ".\(fraction)")
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

/// "1,234,567".
package func groupingThousands(_ digits: String) -> String {
    var text = ""
    for (index, digit) in digits.enumerated() {
        if index > 0, (digits.count - index).isMultiple(of: 3) { text.append(",") }
        text.append(digit)
    }
    return text
}
