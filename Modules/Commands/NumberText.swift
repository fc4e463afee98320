/// Numbers as a person reads them.
enum NumberText {
    /// With thousands separated, and as many decimals (at most two) as the size of the number
    /// deserves.
    static func short(_ value: Double) -> String {
        let magnitude = abs(value)
        let decimals = magnitude >= 1000 ? 0 : magnitude >= 100 ? 1 : 2
        return fixed(value, decimals: decimals, trimmed: true)
    }

    /// A metric with its unit, as a heading; some have none.
    static func name(_ metric: String, in unit: String) -> String {
        unit.isEmpty ? metric : "\(metric), \(unit)"
    }

    static func count(_ value: Int) -> String {
        let digits = String(value.magnitude)
        return (value < 0 ? "-" : "") + grouped(digits)
    }

    /// "1 sample", "2 samples"; `others` is the plural where it is not made with an s.
    static func count(_ count: Int, _ one: String, _ others: String? = nil) -> String {
        "\(self.count(count)) \(count == 1 ? one : others ?? one + "s")"
    }

    /// "1 day", "2 days".
    static func days(_ count: Int) -> String {
        self.count(count, "day")
    }

    /// A part of a whole, such as 0.5, to the nearest percent.
    static func share(_ value: Double) -> String {
        fixed(value * 100, decimals: 0) + " %"
    }

    /// A change, with its sign.
    static func percent(_ value: Double) -> String {
        (value > 0 ? "+" : "") + fixed(value, decimals: 1, trimmed: true) + " %"
    }

    /// Bytes in the largest unit that keeps a figure before the point.
    static func bytes(_ count: Int64) -> String {
        let units = ["B", "KB", "MB", "GB", "TB"]
        var value = Double(count)
        var unit = 0
        while value >= 1000, unit < units.count - 1 {
            value /= 1000
            unit += 1
        }
        return "\(fixed(value, decimals: unit == 0 ? 0 : 1, trimmed: true)) \(units[unit])"
    }

    static func seconds(_ value: Double) -> String {
        switch value {
        case ..<0.001: "\(fixed(value * 1_000_000, decimals: 0, trimmed: true)) µs"
        case ..<1: "\(fixed(value * 1000, decimals: 0, trimmed: true)) ms"
        case ..<120: "\(fixed(value, decimals: 1, trimmed: true)) s"
        default: "\(fixed(value / 60, decimals: 0, trimmed: true)) min"
        }
    }

    /// Rounded half away from zero to `decimals`; zeros at the end go when `trimmed`.
    static func fixed(_ value: Double, decimals: Int, trimmed: Bool = false) -> String {
        guard value.isFinite, abs(value) < 1e15 else { return "\(value)" }
        var scale = 1.0
        for _ in 0..<decimals { scale *= 10 }
        let scaled = Int((abs(value) * scale).rounded())
        let whole = scaled / Int(scale)
        var fraction = String(scaled % Int(scale))
        fraction = String(repeating: "0", count: max(0, decimals - fraction.count)) + fraction
        if decimals == 0 { fraction = "" }
        if trimmed { while fraction.hasSuffix("0") { fraction.removeLast() } }
        let sign = value < 0 && scaled > 0 ? "-" : ""
        return sign + grouped(String(whole)) + (fraction.isEmpty ? "" : "." + fraction)
    }

    private static func grouped(_ digits: String) -> String {
        var result = ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index).isMultiple(of: 3) { result.append(",") }
            result.append(digit)
        }
        return result
    }
}
