import Texts

/// Numbers as text that is the same everywhere.
enum ChartNumberText {
    /// A length in pixels, to a hundredth.
    static func pixels(_ value: Double) -> String {
        decimalText(value, decimals: 2, isGrouped: false)
    }

    /// A value as a label says it: no decimal or one, and two digits of what is less than a tenth.
    static func label(_ value: Double) -> String {
        abs(value) >= large
            ? powerText(value)
            : decimalText(value, decimals: abs(value) < 0.1 ? decimals(toShow: 2, of: value) : 1)
    }

    /// A value as a label says it that has little room: without decimals, where it is not less than one.
    static func shortLabel(_ value: Double) -> String {
        abs(value) < 1 || abs(value) >= large ? label(value) : decimalText(value, decimals: 0)
    }

    /// From here on a value has more digits than a label has room for.
    private static let large = 1e12

    /// "2.5e14": three digits, and the power of ten.
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

    /// A value on an axis that goes up in steps of `step`.
    static func tick(_ value: Double, step: Double) -> String {
        // Steps that three digits do not tell apart have all of theirs.
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
