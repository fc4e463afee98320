/// A row of the metric table: a kind of measurement with its names and units.
package struct Metric: Hashable, Sendable {
    /// The key: the identifier without `HK…TypeIdentifier`, with a lowercase first letter.
    package let key: String
    /// HealthKit's identifier; nil for a derived metric.
    package let identifier: String?
    package let kind: MetricKind
    /// The canonical unit. Percentages are stored as a `fraction` of 0 to 1.
    package let unit: String
    /// The default display unit.
    package let displayUnit: String
    /// The attribute of an ActivitySummary that has Apple's total of the same day; nil if none has.
    package let summaryAttribute: String?
    /// True for a category whose only value is "not applicable".
    package let isOccurrence: Bool

    /// The metric of the table with this key; nil if it is unknown.
    package static func known(key: String) -> Metric? {
        Index.byKey[key]
    }

    /// The metric of the table with this HealthKit identifier; nil if it is unknown.
    package static func known(identifier: String) -> Metric? {
        Index.byIdentifier[identifier]
    }

    /// The key for samples of `identifier`, including types outside the table.
    package static func key(ofIdentifier identifier: String) -> String {
        if let metric = known(identifier: identifier) { return metric.key }
        for prefix in [quantityPrefix, categoryPrefix, dataPrefix]
        where identifier.utf8.starts(with: prefix.utf8) && identifier.utf8.count > prefix.utf8.count
        {
            return lowercasedFirst(identifier.dropFirst(prefix.count))
        }
        return identifier
    }

    /// True if values can be negative: temperatures, sound levels and differences.
    package var canBeNegative: Bool {
        unit == "degC" || unit == "dBASPL" || key == "heartRateRecoveryOneMinute"
    }

    /// The conversion from the canonical unit to the display unit.
    package var display: UnitConversion {
        if unit == "fraction", displayUnit == "%" { return UnitConversion(multiplier: 100) }
        let conversion = try? UnitConversion(from: unit, to: displayUnit)
        return conversion ?? .identity
    }

    /// True if a sample can be written from a number or a checkbox, which excludes named values.
    package var isWritable: Bool { identifier != nil && (kind != .category || isOccurrence) }

    static let quantityPrefix = "HKQuantityTypeIdentifier"
    static let categoryPrefix = "HKCategoryTypeIdentifier"
    static let dataPrefix = "HKDataType"

    static func lowercasedFirst(_ name: some StringProtocol) -> String {
        name.prefix(1).lowercased() + name.dropFirst()
    }

    private enum Index {
        static let byKey = Dictionary(all.map { ($0.key, $0) }) { first, _ in first }
        static let byIdentifier = Dictionary(
            all.compactMap { metric in metric.identifier.map { ($0, metric) } }
        ) { first, _ in first }
    }
}

extension Metric {
    /// A row for a quantity type; `name` is the identifier without its prefix.
    static func quantity(
        _ name: String, _ kind: MetricKind, _ unit: String, shown displayUnit: String? = nil,
        twin: String? = nil
    ) -> Metric {
        Metric(
            key: lowercasedFirst(name), identifier: quantityPrefix + name, kind: kind, unit: unit,
            displayUnit: displayUnit ?? (unit == "fraction" ? "%" : unit), summaryAttribute: twin,
            isOccurrence: false)
    }

    /// A row for a category type with an enumeration of values.
    static func category(_ name: String, twin: String? = nil) -> Metric {
        Metric(
            key: lowercasedFirst(name), identifier: categoryPrefix + name, kind: .category,
            unit: "category", displayUnit: "category", summaryAttribute: twin, isOccurrence: false)
    }

    /// A row for a category type whose value is always "not applicable".
    static func occurrence(_ name: String) -> Metric {
        Metric(
            key: lowercasedFirst(name), identifier: categoryPrefix + name, kind: .category,
            unit: "category", displayUnit: "category", summaryAttribute: nil, isOccurrence: true)
    }

    /// A row for a derived metric.
    static func derived(_ key: String, _ kind: MetricKind, _ unit: String) -> Metric {
        Metric(
            key: key, identifier: nil, kind: kind, unit: unit, displayUnit: unit,
            summaryAttribute: nil,
            isOccurrence: false)
    }
}
