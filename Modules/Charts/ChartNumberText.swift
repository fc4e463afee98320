import Texts

/// Formats the numbers of pictures.
enum ChartNumberText {
    /// A length in pixels with at most two decimals.
    static func pixels(_ value: Double) -> String {
        plainDecimalText(value, decimals: 2)
    }

    /// The text of a value label: at most one decimal, or two significant digits below 0.1.
    static func label(_ value: Double) -> String {
        abs(value) >= large
            ? powerText(value)
            : decimalText(value, decimals: abs(value) < 0.1 ? decimals(toShow: 2, of: value) : 1)
    }

    /// The text of a narrow value label: without decimals for magnitudes of 1 or more.
    static func shortLabel(_ value: Double) -> String {
        abs(value) < 1 || abs(value) >= large ? label(value) : decimalText(value, decimals: 0)
    }

    /// Values from this magnitude on are written as a power of ten.
    private static let large = 1e12

    /// "2.5e14": three significant digits and the power of ten.
    private static func powerText(_ value: Double) -> String {
        var (digits, power) = (abs(value), 0)
        while digits >= 10 {
            digits /= 10
            power += 1
        }
        let text = decimalText(digits, decimals: 2)
        return (value < 0 ? "-" : "") + (text == "10" ? "1e\(power + 1)" : "\(text)e\(power)")
    }

    /// "1 day", "2 days".
    static func days(_ count: Int) -> String {
        count == 1 ? "1 day" : "\(count) days"
    }

    /// The text of a mark on an axis with steps of `step`.
    static func tick(_ value: Double, step: Double) -> String {
        // If three digits cannot distinguish adjacent marks, all digits are written.
        guard abs(value) < large || step < abs(value) / 200 else { return powerText(value) }
        var decimals = 0
        var rest = step
        while decimals < 12, abs(rest - rest.rounded()) > rest * 1e-6 {
            rest *= 10
            decimals += 1
        }
        return decimalText(value, decimals: decimals)
    }
}
