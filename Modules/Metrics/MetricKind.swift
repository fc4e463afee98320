/// How the samples of a metric make the value of a day.
package enum MetricKind: String, CaseIterable, Codable, Hashable, Sendable {
    /// Amounts that add up: the day's value is the merged total.
    case cumulative
    /// Readings of a state: the day's value is their mean.
    case discrete
    /// Hours or minutes derived from samples.
    case duration
    /// One of HealthKit's enumerated values, kept as its integer.
    case category
}
