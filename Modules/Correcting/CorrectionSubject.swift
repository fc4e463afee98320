package import CivilTime
package import Contracts
package import HealthMetrics
import Memberwise

/// A sample to correct, with the stored data around it.
@Memberwise
package struct CorrectionSubject {
    /// The series that the reference names.
    package var series: SeriesRow
    /// The correction that the reference names by its original or its replacement.
    package var correction: Correction?
    /// The series of the original sample; that of the reference if there is no correction.
    package var original: SeriesRow
    /// The series of entered values; nil without one.
    package var entered: SeriesRow?
    /// True if another correction has the same replacement.
    package var isReplacementShared: Bool
    /// The chunks that contain the sample and an entered value of the same time, and the chunks of
    /// the affected days.
    package var chunks: [ChunkRecord]
    /// The unit system of shown values.
    package var units: UnitSystem
    /// Nil if an aggregation worker folds the affected days.
    package var foldContext: FoldContext?

    /// The data, besides chunks, that the affected days are folded from.
    @Memberwise
    package struct FoldContext {
        package var days: ClosedRange<CivilDate>
        /// The series of the sample, and those with chunks among ``CorrectionSubject/chunks``.
        package var series: [SeriesRow]
        /// The source order, as in ``Sources/ListResponse``.
        package var order: [String]
        package var zones: ZoneHistory
    }
}
