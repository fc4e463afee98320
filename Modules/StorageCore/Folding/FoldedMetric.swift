package import Contracts
import Memberwise

/// All dirty days of a metric, folded from the samples of one version.
@Memberwise
package struct FoldedMetric: Sendable {
    @Memberwise
    package struct Slice: Sendable {
        package var days: DaySpan
        package var totals: DayColumns
    }

    package var metric: ProfileMetric
    package var version: Int64
    package var slices: [Slice]

    /// The number of days with totals.
    package var dayCount: Int { slices.reduce(0) { $0 + $1.totals.day.count } }
}
