import Memberwise

/// The canonical units of metrics: from the table, or the first unit seen for other metrics.
@Memberwise
package struct CanonicalUnits: Sendable {
    /// The units of metrics outside the table, by key.
    package private(set) var learned: [String: String] = [:]

    /// The canonical unit of `metric`; nil if it has none yet.
    package func unit(of metric: String) -> String? {
        Metric.known(key: metric)?.unit ?? learned[metric]
    }

    /// The conversion of values of `metric` from `unit` to the canonical unit. The first unit of a
    /// metric outside the table becomes its canonical unit.
    /// - Throws: An error if the canonical unit has another dimension.
    package mutating func conversion(
        of metric: String, from unit: String
    ) throws(UnitError) -> UnitConversion {
        guard let canonical = self.unit(of: metric) else {
            learned[metric] = unit
            return .identity
        }
        return try UnitConversion(from: unit, to: canonical)
    }
}
