import Presentation
import Texts

/// The text of the values of a metric. The module of the strips formats values in the same way.
struct MeasureFormat {
    enum Kind: String { case number, hours, minutes }

    let kind: Kind
    let decimals: Int
    /// The unit beside a number; empty: none.
    let unit: String
    /// The unit in words; empty: none.
    let unitWords: String

    /// - Parameters:
    ///   - metric: The key of the metric.
    ///   - unit: The unit of the values.
    ///   - magnitude: The greatest magnitude of the values, for the number of decimals.
    init(metric: String, unit: String, magnitude: Double) {
        kind =
            switch unit {
            case "hr": .hours
            case "min": .minutes
            default: .number
            }
        let names = kind == .number ? Self.names(metric, unit) : ("", "")
        (self.unit, unitWords) = names
        decimals =
            switch (kind, names.0) {
            case (.hours, _), (.minutes, _), (_, "bpm"), (_, "ms"), (_, "kcal"), (_, "steps"): 0
            case (_, "br/min"), (_, "kg"), (_, "lb"): 1
            default: magnitude >= 100 ? 0 : magnitude >= 10 ? 1 : 2
            }
    }

    private static func names(_ metric: String, _ unit: String) -> (short: String, words: String) {
        let short = UnitText.short(unit, of: metric)
        return (short, words[short] ?? short)
    }

    private static let words = [
        "kcal": "kilocalories", "ms": "milliseconds", "kg": "kilograms", "lb": "pounds",
        "km": "kilometres", "m": "metres", "mi": "miles", "cm": "centimetres", "%": "percent",
        "km/h": "kilometres per hour", "mL": "millilitres", "g": "grams", "mg": "milligrams",
        "W": "watts", "bpm": "beats per minute", "br/min": "breaths per minute",
        "°C": "degrees Celsius", "°F": "degrees Fahrenheit",
    ]

    /// The value with a narrow no-break space before its unit.
    func short(_ value: Double) -> String {
        kind == .number && !unit.isEmpty ? "\(cell(value))\u{202F}\(unit)" : cell(value)
    }

    /// The value in a table whose caption names the unit; durations have theirs.
    func cell(_ value: Double) -> String {
        switch kind {
        case .number: decimalText(value, decimals: decimals, shouldPadZeros: true)
        case .hours: Self.duration(minutes: value * 60)
        case .minutes: Self.duration(minutes: value)
        }
    }

    /// `6 h 49 m` or `45 min`; a dash for a number that is not a duration.
    static func duration(minutes: Double) -> String {
        guard let whole = Int(exactly: minutes.rounded()), whole >= 0 else { return "–" }
        let (hours, rest) = (whole / 60, whole % 60)
        return hours > 0 ? "\(hours)\u{202F}h\u{A0}\(rest)\u{202F}m" : "\(rest)\u{202F}min"
    }
}
