package import Contracts
import Folding
package import RPC
import Samples

/// The changes that correct a sample: its chunk, the chunk of entered values, the stored correction
/// and the totals of the affected days.
package struct CorrectionPlan {
    /// A chunk to write, or to delete if it has no samples. The number of its series is 0 for a new
    /// series.
    package struct Chunk {
        package let key: SeriesKey
        package var record: ChunkRecord
    }

    /// The chunk of entered values is last.
    package let chunks: [Chunk]
    /// The sample that is corrected.
    package let original: SampleReference
    /// The correction to store; nil if the sample is restored.
    package let correction: Correction?
    /// The response without the version. The series of a value is 0 for a new series.
    package let outcome: Corrections.Outcome
    /// The new totals of the affected days; nil if an aggregation worker folds them.
    package let folded: DayColumns?

    /// The new state of the sample.
    package enum Replacement {
        /// Deleted, without a replacement.
        case nothing
        /// The sample as imported.
        case original
        /// A value in the metric's canonical unit.
        case stored(Double)
        /// A value in another unit; nil for the display unit.
        case shown(Double, unit: String?)
    }

    /// - Throws: NOT_FOUND if there is no such sample; INVALID_ARGUMENT for a value that is not
    ///   allowed; DATA_LOSS if its chunk is damaged.
    package init(
        _ replacement: Replacement, for sample: SampleReference, _ subject: CorrectionSubject
    ) throws(Status) {
        let unit = DisplayUnit(subject.series.key, in: subject.units)
        var builder = try CorrectionBuilder(sample, subject)
        let before = builder.current
        switch replacement {
        case .nothing: builder.removeSample()
        case .original: builder.restoreSample()
        case .stored(let value): builder.replaceSample(with: value)
        case .shown(let value, let other):
            builder.replaceSample(with: try unit.stored(value, in: other))
        }
        func shown(_ sample: CorrectionBuilder.CountedSample?) -> RawSample? {
            sample.map {
                RawSample(
                    ref: $0.reference, key: $0.key, value: unit.shown($0.value), unit: unit.unit)
            }
        }
        outcome = Corrections.Outcome(
            metric: subject.series.key.metric, unit: unit.unit, before: shown(before),
            after: shown(builder.current), original: builder.original)
        original = builder.original
        correction = builder.correction
        let changed = builder.changedChunks
        chunks = changed.map { chunk in
            Chunk(
                key: chunk.key,
                record: ChunkRecord(
                    chunk.columns, series: chunk.series, segment: chunk.segment,
                    hash: ContentHash(chunk.columns)))
        }
        folded = AffectedDays(subject)?.folded(subject.chunks, with: changed)
    }
}
