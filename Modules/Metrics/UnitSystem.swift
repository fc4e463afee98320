/// The units that health data is shown in.
package enum UnitSystem: String, CaseIterable, Codable, Sendable {
    case metric
    /// Those of the United States: pounds, miles, feet, inches, fluid ounces and degrees Fahrenheit.
    case us

    /// What stands in the place of a unit of the metric system; a unit that both have stays.
    func unit(for metric: String) -> String {
        switch self {
        case .metric: metric
        case .us: Self.american[metric] ?? metric
        }
    }

    private static let american = [
        "kg": "lb", "km": "mi", "km/h": "mi/h", "m": "ft", "cm": "in", "m/s": "ft/s",
        "mL": "fl_oz_us", "degC": "degF",
    ]
}

extension Metric {
    /// The unit that values are shown in.
    package func displayUnit(in units: UnitSystem) -> String { units.unit(for: displayUnit) }

    /// From stored values to shown ones.
    package func display(in units: UnitSystem) -> UnitConversion {
        let shown = displayUnit(in: units)
        guard shown != displayUnit else { return display }
        let conversion = try? UnitConversion(from: unit, to: shown)
        return conversion ?? display
    }
}
