/// The units that health data is shown in.
package enum UnitSystem: String, CaseIterable, Codable, Sendable {
    case metric
    /// US customary units: pounds, miles, feet, inches, fluid ounces and degrees Fahrenheit.
    case us

    /// The unit that replaces a metric unit; a unit without a replacement is unchanged.
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
    /// The unit of shown values in a unit system.
    package func displayUnit(in units: UnitSystem) -> String { units.unit(for: displayUnit) }

    /// The conversion from stored to shown values.
    package func display(in units: UnitSystem) -> UnitConversion {
        let shown = displayUnit(in: units)
        guard shown != displayUnit else { return display }
        let conversion = try? UnitConversion(from: unit, to: shown)
        return conversion ?? display
    }
}
