package import Contracts
import Folding
package import RPC
import Samples

/// What has to change so that a sample is as a person wants it: its chunk, the chunk of entered values,
/// what is remembered of it, and the totals of its days.
package struct CorrectionPlan {
    /// A chunk to put in place, one without samples to take away. The number of its series is 0 when
    /// that is still to be made.
    package struct Chunk {
        package let key: SeriesKey
        package var record: ChunkRecord
    }

    /// The one of entered values last.
    package let chunks: [Chunk]
    /// The sample whose correction it is.
    package let original: SampleReference
    /// What holds of it from now on; nil when it is back.
    package let correction: Correction?
    /// What the caller is told, without the version. The series of a value for which one is still to
    /// be made is 0.
    package let outcome: Corrections.Outcome
    /// The totals of the days of the surroundings with the change; nil: somebody else folds them.
    package let folded: DayColumns?

    /// What is to be in a sample's place.
    package enum Replacement {
        /// Nothing.
        case nothing
        /// The sample as it came.
        case original
        /// A value in the unit that the metric is kept in.
        case stored(Double)
        /// A value in another unit; nil: in the one that the metric is shown in.
        case shown(Double, unit: String?)
    }

    /// - Throws: NOT_FOUND when there is no such sample; INVALID_ARGUMENT for a value that cannot be;
    ///   DATA_LOSS when its chunk is damaged.
    package init(
        _ aim: Replacement, for sample: SampleReference, _ subject: CorrectionSubject
    ) throws(Status) {
        let unit = DisplayUnit(subject.series.key, in: subject.units)
        var draft = try CorrectionBuilder(sample, subject)
        let before = draft.current
        switch aim {
        case .nothing: draft.removeSample()
        case .original: draft.restoreSample()
        case .stored(let value): draft.replaceSample(with: value)
        case .shown(let value, let other):
            draft.replaceSample(with: try unit.stored(value, in: other))
        }
        func shown(_ sample: CorrectionBuilder.CountedSample?) -> RawSample? {
            sample.map {
                RawSample(
                    ref: $0.reference, key: $0.key, value: unit.shown($0.value), unit: unit.unit)
            }
        }
        outcome = Corrections.Outcome(
            metric: subject.series.key.metric, unit: unit.unit, before: shown(before),
            after: shown(draft.current), original: draft.original)
        original = draft.original
        correction = draft.correction
        let changed = draft.changedChunks
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
