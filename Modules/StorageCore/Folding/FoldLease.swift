import Memberwise

/// A worker's temporary claim on a slice of dirty days.
@Memberwise
package struct FoldLease: Hashable, Sendable {
    package var number: Int64
    package var metric: ProfileMetric
    package var days: DaySpan
    /// The data version of the newest samples that the queue knows; `stamp` in messages.
    package var version: Int64
}
