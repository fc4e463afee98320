package import CivilTime
package import Contracts
import Memberwise
package import Metrics

/// A sample that is to be corrected, and what is stored around it.
@Memberwise
package struct CorrectionSubject {
    /// The series that the reference names.
    package var series: SeriesRow
    /// The correction that the reference names, by what was taken out or by what took its place.
    package var correction: Correction?
    /// The series of what was taken out; that of the reference when nothing was.
    package var original: SeriesRow
    /// The series of entered values, if there is one.
    package var entered: SeriesRow?
    /// Whether another correction has put the same value in the same place.
    package var isReplacementShared: Bool
    /// The chunks that the sample and an entered value of the same time lie in, and those of the
    /// surroundings.
    package var chunks: [ChunkRecord]
    /// Those that the person wants metrics shown in.
    package var units: UnitSystem
    /// Nil when the days around the sample have to be folded by somebody else.
    package var foldContext: FoldContext?

    /// What the days that a sample touches are folded from, beside the chunks.
    @Memberwise
    package struct FoldContext {
        package var days: ClosedRange<CivilDate>
        /// All series of the metric.
        package var series: [SeriesRow]
        /// Whose samples count first, as in ``Sources/ListResponse``.
        package var order: [String]
        package var zones: ZoneHistory
    }
}
