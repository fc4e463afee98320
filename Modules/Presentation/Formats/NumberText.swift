import Texts
package import Tracker

/// Formats numbers for people.
package enum NumberText {
    /// The text in place of a number that is missing.
    package static var noValue: String { TextLocale.current == nil ? "-" : "–" }

    /// A computed number: without decimals from 1000, with one from 100, else with two or as many
    /// as show two significant digits.
    package static func short(_ value: Double) -> String {
        let magnitude = abs(value)
        let decimals =
            magnitude >= 1000 ? 0 : magnitude >= 100 ? 1 : max(2, decimals(toShow: 2, of: value))
        return decimalText(value, decimals: decimals)
    }

    /// A computed number; a dash for nil.
    package static func short(_ value: Double?) -> String { value.map { short($0) } ?? noValue }

    /// A computed number; empty for nil.
    static func cell(_ value: Double?) -> String { value.map { short($0) } ?? "" }

    /// A computed number; a plus sign if it is positive.
    package static func signed(_ value: Double) -> String {
        (value > 0 ? "+" : "") + short(value)
    }

    /// An entered number without rounding. A number converted from another unit has six
    /// significant digits and at least two decimals.
    package static func entered(_ value: Double) -> String {
        decimalText(
            value, decimals: writtenDecimals(of: value) ?? max(2, decimals(toShow: 6, of: value)))
    }

    /// An entered number with its unit, if there is one.
    package static func entered(_ value: Double, _ unit: String?) -> String {
        entered(value) + suffix(unit)
    }

    /// A space and the unit; empty without a unit.
    package static func suffix(_ unit: String?) -> String { unit.map { " \($0)" } ?? "" }

    /// A heading of a metric's name and its unit, if there is one.
    package static func name(_ metric: String, in unit: String) -> String {
        unit.isEmpty ? metric : "\(metric), \(unit)"
    }

    package static func count(_ value: Int) -> String {
        let digits = String(value.magnitude)
        return (value < 0 ? minusSign : "") + groupingThousands(digits)
    }

    /// "1 sample", "2 samples"; `others` is an irregular plural.
    package static func count(_ count: Int, _ one: String, _ others: String? = nil) -> String {
        "\(self.count(count)) \(count == 1 ? one : others ?? one + "s")"
    }

    /// "1 day", "2 days".
    package static func days(_ count: Int) -> String {
        self.count(count, "day")
    }

    /// The length of a streak, such as `3 weeks`.
    package static func streak(_ length: Int, _ unit: StreakUnit) -> String {
        count(length, unit.rawValue)
    }

    /// A fraction, such as 0.5, rounded to percent.
    package static func share(_ value: Double) -> String {
        decimalText(value * 100, decimals: 0) + " %"
    }

    /// A fraction rounded to percent; a dash for nil.
    package static func share(_ value: Double?) -> String { value.map { share($0) } ?? noValue }

    /// A change, with its sign.
    package static func percent(_ value: Double) -> String {
        (value > 0 ? "+" : "") + decimalText(value, decimals: 1) + " %"
    }

    /// Bytes in the largest unit with a value of at least 1.
    package static func bytes(_ count: Int64) -> String {
        let units = ["B", "KB", "MB", "GB", "TB"]
        var value = Double(count)
        var unit = 0
        while value >= 1000, unit < units.count - 1 {
            value /= 1000
            unit += 1
        }
        return "\(decimalText(value, decimals: unit == 0 ? 0 : 1)) \(units[unit])"
    }

    package static func seconds(_ value: Double) -> String {
        switch value {
        case 0: "0 s"
        case ..<0.001: "\(decimalText(value * 1_000_000, decimals: 0)) µs"
        case ..<1: "\(decimalText(value * 1000, decimals: 0)) ms"
        case ..<120: "\(decimalText(value, decimals: 1)) s"
        default: "\(decimalText(value / 60, decimals: 0)) min"
        }
    }

    /// A duration in microseconds; a dash for nil.
    package static func micros(_ value: Double?) -> String {
        value.map { seconds($0 / 1_000_000) } ?? "-"
    }
}
