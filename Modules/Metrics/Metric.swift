/// A thing that is measured, and how: one row of the metric table.
package struct Metric: Hashable, Sendable {
    /// The short key: the identifier without `HK…TypeIdentifier`, its first letter lower.
    package let key: String
    /// HealthKit's identifier; nil for what this system derives itself.
    package let identifier: String?
    package let kind: MetricKind
    /// The unit that values are stored in. Percentages are stored as a `fraction` of 0 to 1.
    package let unit: String
    /// The unit that values are shown in unless a person chose another.
    package let displayUnit: String
    /// The attribute of an ActivitySummary that holds Apple's own total of the same day.
    package let summaryAttribute: String?
    /// A category with no value but "not applicable": that it happened is all it says.
    package let isOccurrence: Bool

    /// The metric of the table with this short key.
    package static func known(key: String) -> Metric? {
        Index.byKey[key]
    }

    /// The metric of the table with this HealthKit identifier.
    package static func known(identifier: String) -> Metric? {
        Index.byIdentifier[identifier]
    }

    /// The key under which samples of `identifier` are stored, whether the table has it or not.
    package static func key(ofIdentifier identifier: String) -> String {
        if let metric = known(identifier: identifier) { return metric.key }
        for prefix in [quantityPrefix, categoryPrefix, dataPrefix]
        where identifier.utf8.starts(with: prefix.utf8) && identifier.utf8.count > prefix.utf8.count
        {
            return loweredFirst(identifier.dropFirst(prefix.count))
        }
        return identifier
    }

    /// Whether a value below zero can be: of a temperature, a level of sound, or a difference.
    package var canBeNegative: Bool {
        unit == "degC" || unit == "dBASPL" || key == "heartRateRecoveryOneMinute"
    }

    /// From stored values to shown ones.
    package var display: UnitConversion {
        if unit == "fraction", displayUnit == "%" { return UnitConversion(multiplier: 100) }
        let conversion = try? UnitConversion(from: unit, to: displayUnit)
        return conversion ?? .identity
    }

    /// Whether a number or a tick can be written as a sample of it: its values are no words.
    package var isWritable: Bool { identifier != nil && (kind != .category || isOccurrence) }

    static let quantityPrefix = "HKQuantityTypeIdentifier"
    static let categoryPrefix = "HKCategoryTypeIdentifier"
    static let dataPrefix = "HKDataType"

    static func loweredFirst(_ name: some StringProtocol) -> String {
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
            key: loweredFirst(name), identifier: quantityPrefix + name, kind: kind, unit: unit,
            displayUnit: displayUnit ?? (unit == "fraction" ? "%" : unit), summaryAttribute: twin,
            isOccurrence: false)
    }

    /// A row for a category type with an enumeration of values.
    static func category(_ name: String, twin: String? = nil) -> Metric {
        Metric(
            key: loweredFirst(name), identifier: categoryPrefix + name, kind: .category,
            unit: "category", displayUnit: "category", summaryAttribute: twin, isOccurrence: false)
    }

    /// A row for a category type whose value is always "not applicable".
    static func occurrence(_ name: String) -> Metric {
        Metric(
            key: loweredFirst(name), identifier: categoryPrefix + name, kind: .category,
            unit: "category", displayUnit: "category", summaryAttribute: nil, isOccurrence: true)
    }

    /// A row for what is computed here from other rows.
    static func derived(_ key: String, _ kind: MetricKind, _ unit: String) -> Metric {
        Metric(
            key: key, identifier: nil, kind: kind, unit: unit, displayUnit: unit,
            summaryAttribute: nil,
            isOccurrence: false)
    }
}
