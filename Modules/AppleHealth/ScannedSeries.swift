/// What the samples of one series have in common.
package struct ScannedSeries: Hashable, Sendable {
    /// The short key of the metric.
    package var metric: String
    /// The canonical unit, in which the values are handed over.
    package var unit: String
    /// The source's name as the file has it.
    package var source: String
    /// The device without its memory address; empty when the file names none.
    package var device: String
    /// Entered by hand.
    package var isEntered: Bool
    /// Whether the samples are parts of other items, such as the beats of a measurement or a record
    /// that only a correlation holds: these are no items of the books.
    package var isPart: Bool
}
