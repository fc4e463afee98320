/// Numbers as text that is the same everywhere.
enum Figures {
    /// A length in pixels, to a hundredth.
    static func pixels(_ value: Double) -> String {
        fixed(value, decimals: 2, grouped: false)
    }

    /// A value as a label says it: no decimal or one.
    static func label(_ value: Double) -> String {
        fixed(value, decimals: 1)
    }

    /// A value as a table says it: two decimals at most.
    static func cell(_ value: Double) -> String {
        fixed(value, decimals: 2)
    }

    /// "1 day", "2 days".
    static func days(_ count: Int) -> String {
        count == 1 ? "1 day" : "\(count) days"
    }

    /// A value on an axis that goes up in steps of `step`.
    static func tick(_ value: Double, step: Double) -> String {
        var decimals = 0
        var rest = step
        while decimals < 6, abs(rest - rest.rounded()) > 1e-6 {
            rest *= 10
            decimals += 1
        }
        return fixed(value, decimals: decimals)
    }

    /// Rounded half away from zero, without zeros at the end; thousands set apart.
    static func fixed(_ value: Double, decimals: Int, grouped: Bool = true) -> String {
        guard value.isFinite, abs(value) < 1e12 else { return "\(value)" }
        let scale = (0..<decimals).reduce(1) { scale, _ in scale * 10 }
        let scaled = Int((abs(value) * Double(scale)).rounded())
        let whole = String(scaled / scale)
        let digits = String(scaled % scale)
        var fraction = String(repeating: "0", count: decimals - min(decimals, digits.count))
        fraction += decimals == 0 ? "" : digits
        while fraction.hasSuffix("0") { fraction.removeLast() }
        let sign = value < 0 && scaled > 0 ? "-" : ""
        return sign + (grouped ? thousands(whole) : whole)
            + (fraction.isEmpty ? "" : ".\(fraction)")
    }

    private static func thousands(_ digits: String) -> String {
        var text = ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index).isMultiple(of: 3) { text.append(",") }
            text.append(digit)
        }
        return text
    }
}
