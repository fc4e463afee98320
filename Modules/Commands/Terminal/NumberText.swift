import Texts

/// Numbers as a person reads them.
enum NumberText {
    /// A number that was worked out: with as many decimals as its size deserves, two where that shows
    /// two digits of it.
    static func short(_ value: Double) -> String {
        let magnitude = abs(value)
        let decimals =
            magnitude >= 1000 ? 0 : magnitude >= 100 ? 1 : max(2, decimals(toShow: 2, of: value))
        return decimalText(value, decimals: decimals)
    }

    /// A number as somebody entered it: a dose and a sum of money are not rounded. One that became of it
    /// in another unit has six digits, and no fewer than two decimals.
    static func entered(_ value: Double) -> String {
        decimalText(
            value, decimals: writtenDecimals(of: value) ?? max(2, decimals(toShow: 6, of: value)))
    }

    /// A metric with its unit, as a heading; some have none.
    static func name(_ metric: String, in unit: String) -> String {
        unit.isEmpty ? metric : "\(metric), \(unit)"
    }

    static func count(_ value: Int) -> String {
        let digits = String(value.magnitude)
        return (value < 0 ? "-" : "") + groupingThousands(digits)
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
        decimalText(value * 100, decimals: 0) + " %"
    }

    /// A change, with its sign.
    static func percent(_ value: Double) -> String {
        (value > 0 ? "+" : "") + decimalText(value, decimals: 1) + " %"
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
        return "\(decimalText(value, decimals: unit == 0 ? 0 : 1)) \(units[unit])"
    }

    static func seconds(_ value: Double) -> String {
        switch value {
        case ..<0.001: "\(decimalText(value * 1_000_000, decimals: 0)) µs"
        case ..<1: "\(decimalText(value * 1000, decimals: 0)) ms"
        case ..<120: "\(decimalText(value, decimals: 1)) s"
        default: "\(decimalText(value / 60, decimals: 0)) min"
        }
    }
}
