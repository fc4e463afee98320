/// The rule that computes the value of a day from a metric's samples.
package enum MetricKind: String, CaseIterable, Codable, Hashable, Sendable {
    /// Amounts that are added: the value of a day is the merged sum.
    case cumulative
    /// Readings of a state: the value of a day is their mean.
    case discrete
    /// Hours or minutes computed from samples.
    case duration
    /// HealthKit's enumerated values, stored as integers.
    case category
}
