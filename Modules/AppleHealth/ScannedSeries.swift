import HealthMetrics

/// The description of a series.
package struct ScannedSeries: Hashable, Sendable {
    /// Key of the metric.
    package var metric: String
    /// Canonical unit, in which the values are sent.
    package var unit: String
    /// Name of the source as in the file.
    package var source: String
    /// Device without its memory address; empty if the file has none.
    package var device: String
    /// True if a person entered the values.
    package var isEntered: Bool
    /// True if the samples are parts of other items and not items of the report, such as the beats of
    /// a measurement or records that only a correlation has.
    package var isPart: Bool

    /// Name of the elements that attributes and manual-entry marks were read from; nil for beats, which
    /// have the mark of their measurement.
    package var attributeElement: String? {
        isPart && metric == HeartbeatSeries.metric ? nil : NestedElements.entry
    }
}
