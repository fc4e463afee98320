import Metrics
package import RPC

/// Samples that a person took out, or put another value in the place of. Served by the storage
/// worker, which keeps them apart from the samples: it never looks into a chunk.
package enum Corrections {
    package static let service = "dayline.storage.Corrections"

    /// All of them, in the order of their series and times.
    package static let list = Method<List, Listing>(service, "List", repeatable: true)
    /// What is needed to correct one sample, with the chunks (columns of `[ChunkRecord]`) that it and
    /// an entered value of the same time lie in, and those of its ``Surroundings``. NOT_FOUND when the series is none of the profile.
    package static let find = Method<Find, Packet<Found>>(service, "Find", repeatable: true)
    /// Corrects one sample in one transaction, that is on the disk when it answers. The columns are
    /// those of `[ChunkRecord]`, whose `series` is an index into `Change.series`; a chunk without
    /// samples goes. ABORTED when a chunk is no longer the expected one.
    package static let apply = Method<Packet<Change>, Applied>(service, "Apply")
    /// Takes the correction back that was made last, or makes it again: a change as for ``apply``, to
    /// what ``Tracker/next`` says held before, or after. ABORTED when another step has come.
    package static let revert = Method<Packet<Reversal>, Tracker.Applied>(service, "Revert")

    package struct List: Codable, Hashable, WireValue {
        /// Nil: of all metrics.
        package var metric: String?

        package init(metric: String? = nil) {
            self.metric = metric
        }
    }

    package struct Listing: Codable, Hashable, WireValue {
        package var series: [SeriesRow]
        package var corrections: [Correction]

        package init(series: [SeriesRow], corrections: [Correction]) {
            self.series = series
            self.corrections = corrections
        }

        /// Each correction with the key of the series that its sample is of.
        package var keyed: [(correction: Correction, key: SeriesKey)] {
            let keys = Dictionary(
                series.map { ($0.id, $0.key) }, uniquingKeysWith: { first, _ in first })
            return corrections.compactMap { correction in
                keys[correction.original.series].map { (correction, $0) }
            }
        }
    }

    package struct Find: Codable, Hashable, WireValue {
        package var sample: SampleReference

        package init(sample: SampleReference) {
            self.sample = sample
        }
    }

    package struct Found: Codable, Hashable, Sendable {
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
        /// Nil when the days around the sample have to be folded by somebody else.
        package var surroundings: Surroundings?

        package init(
            series: SeriesRow, correction: Correction?, original: SeriesRow, entered: SeriesRow?,
            isReplacementShared: Bool, surroundings: Surroundings?
        ) {
            self.series = series
            self.correction = correction
            self.original = original
            self.entered = entered
            self.isReplacementShared = isReplacementShared
            self.surroundings = surroundings
        }
    }

    /// What the days that a sample touches are folded from, beside the chunks.
    package struct Surroundings: Codable, Hashable, Sendable {
        package var days: Days.Span
        /// The version that last changed the metric, all of whose days are folded.
        package var version: Int64
        /// All series of the metric.
        package var series: [SeriesRow]
        /// Whose samples count first, as in ``Sources/Listing``.
        package var order: [String]
        package var zones: [ZoneChange]

        package init(
            days: Days.Span, version: Int64, series: [SeriesRow], order: [String],
            zones: [ZoneChange]
        ) {
            self.days = days
            self.version = version
            self.series = series
            self.order = order
            self.zones = zones
        }
    }

    package struct Change: Codable, Hashable, Sendable {
        package var request: Request
        /// The series that chunks change in, that of entered values last; those that are new are made.
        package var series: [SeriesKey]
        /// The hash of each chunk as it is stored, in the order of the columns; nil for a new one.
        package var expected: [ChunkHash?]
        /// The sample whose correction it is.
        package var original: SampleReference
        /// What holds of it from now on; nil when it is back.
        package var correction: Correction?
        /// What the caller is told.
        package var outcome: Outcome
        /// What was done, in words, for who undoes it.
        package var summary: String
        /// The days that the sample touches, as they are with the change; nil: somebody else folds.
        package var folded: Folded?

        package init(
            request: Request, series: [SeriesKey], expected: [ChunkHash?],
            original: SampleReference, correction: Correction?, outcome: Outcome, summary: String,
            folded: Folded?
        ) {
            self.request = request
            self.series = series
            self.expected = expected
            self.original = original
            self.correction = correction
            self.outcome = outcome
            self.summary = summary
            self.folded = folded
        }
    }

    /// Totals of the days of ``Surroundings``. They are stored with the change if no sample of the
    /// metric has changed since its version.
    package struct Folded: Codable, Hashable, Sendable {
        package var days: Days.Span
        package var version: Int64
        package var totals: DayColumns

        package init(days: Days.Span, version: Int64, totals: DayColumns) {
            self.days = days
            self.version = version
            self.totals = totals
        }
    }

    package struct Applied: Codable, Hashable, WireValue {
        package var outcome: Outcome
        /// Whether all days are those of the outcome's version already.
        package var isFolded: Bool

        package init(outcome: Outcome, isFolded: Bool) {
            self.outcome = outcome
            self.isFolded = isFolded
        }
    }

    package struct Reversal: Codable, Hashable, Sendable {
        package var turn: Tracker.Turn
        /// The number of the step.
        package var step: Int64
        /// Nil when the sample is gone, so that there is nothing to change.
        package var change: Change?

        package init(turn: Tracker.Turn, step: Int64, change: Change?) {
            self.turn = turn
            self.step = step
            self.change = change
        }
    }

    /// What a person asked for: the same request with the same idempotency key is done once, whatever
    /// the sample has become meanwhile.
    package struct Request: Codable, Hashable, Sendable {
        package var action: Action
        package var sample: SampleReference
        /// The new value, in the canonical unit.
        package var value: Double?

        package enum Action: String, CaseIterable, Codable, Sendable {
            case edit, delete, restore
        }

        package init(action: Action, sample: SampleReference, value: Double? = nil) {
            self.action = action
            self.sample = sample
            self.value = value
        }
    }

    /// What became of a sample.
    package struct Outcome: Codable, Hashable, WireValue {
        package var metric: String
        /// Of the values, as they are shown.
        package var unit: String
        /// As it was; nil when it was taken out before.
        package var before: RawSample?
        /// As it is; nil when it is taken out.
        package var after: RawSample?
        /// What `sample restore` brings back: the sample as it was imported.
        package var original: SampleReference
        /// The data version that holds since, and that every answer has at least.
        package var version: Int64

        package init(
            metric: String, unit: String, before: RawSample?, after: RawSample?,
            original: SampleReference, version: Int64 = 0
        ) {
            self.metric = metric
            self.unit = unit
            self.before = before
            self.after = after
            self.original = original
            self.version = version
        }
    }
}

/// A sample that was taken out by a person: no import brings it back.
package struct Correction: Codable, Hashable, Sendable {
    package var original: SampleReference
    /// What was kept beside it, by the raw value of ``SampleAttribute``.
    package var attributes: [Int: String]
    /// The value that took its place, in the series of entered values; nil: it was deleted.
    package var replacement: Double?

    package init(
        original: SampleReference, attributes: [Int: String] = [:], replacement: Double? = nil
    ) {
        self.original = original
        self.attributes = attributes
        self.replacement = replacement
    }
}

/// The hash of a chunk's decoded columns.
package struct ChunkHash: Codable, Hashable, Sendable {
    package var high: UInt64
    package var low: UInt64

    package init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }
}

extension SeriesKey {
    /// The series of the values that a person enters here for a metric.
    package static func entered(_ metric: String, unit: String) -> SeriesKey {
        SeriesKey(
            metric: metric, unit: unit, source: "Dayline", sourceKey: SourcePriority.corrections,
            device: "", isEntered: true)
    }
}
