import Memberwise

/// The unit that each metric is stored in: the table's, or for metrics outside it the first one met.
@Memberwise
package struct CanonicalUnits: Sendable {
    /// What was learned of metrics outside the table, by key.
    package private(set) var learned: [String: String] = [:]

    /// The canonical unit of `metric`, if it has one yet.
    package func unit(of metric: String) -> String? {
        Metric.known(key: metric)?.unit ?? learned[metric]
    }

    /// How values of `metric` in `unit` become canonical ones. The first unit of a metric outside the
    /// table becomes its canonical one.
    /// - Throws: When the canonical unit measures something else; such values are never converted.
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
