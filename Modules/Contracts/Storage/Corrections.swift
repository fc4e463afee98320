import Memberwise
import Metrics
package import RPC

/// Samples that a person took out, or put another value in the place of. Served by the storage
/// worker, which keeps them apart from the samples.
package enum Corrections {
    package static let service = "dayline.storage.Corrections"

    /// All of them, in the order of their series and times.
    package static let list = Method<ListRequest, ListResponse>(service, "List", repeatable: true)
    /// Corrects one sample in one transaction, that is on the disk when it answers. NOT_FOUND when
    /// there is no such sample, or nothing to bring back. Callers keep imports of the profile from
    /// running meanwhile: ask ``SampleEdits`` instead.
    package static let correct = Method<CorrectRequest, CorrectResponse>(service, "Correct")
    /// Takes the correction back that was made last, or makes it again, where ``TrackerRecords/nextStep`` says
    /// that it is the last change; FAILED_PRECONDITION otherwise.
    package static let revert = Method<TrackerRecords.UndoRequest, TrackerRecords.ApplyResponse>(
        service, "Revert")

    @Message
    package struct ListRequest: Codable, Hashable, WireValue {
        /// Nil: of all metrics.
        package var metric: String? = nil
    }

    @Message
    package struct ListResponse: Codable, Hashable, WireValue {
        package var series: [SeriesRow]
        package var corrections: [Correction]

        /// Each correction with the key of the series that its sample is of.
        package var keyed: [(correction: Correction, key: SeriesKey)] {
            let keys = Dictionary(
                series.map { ($0.id, $0.key) }, uniquingKeysWith: { first, _ in first })
            return corrections.compactMap { correction in
                keys[correction.original.series].map { (correction, $0) }
            }
        }
    }

    @Message
    package struct CorrectResponse: Codable, Hashable, WireValue {
        package var outcome: Outcome
        /// True if all days are folded up to the outcome's version.
        package var isFolded: Bool
    }

    /// The request of a correction. The same request with the same idempotency key is executed once,
    /// even if the sample has changed since.
    @Message
    package struct CorrectRequest: Codable, Hashable, WireValue {
        package var action: Action
        package var sample: SampleReference
        /// The new value.
        package var value: Double? = nil
        /// Of `value`; nil: the one that the metric is shown in.
        package var unit: String? = nil

        package enum Action: String, CaseIterable, Codable, Sendable {
            case edit, delete, restore
        }
    }

    /// The result of a correction.
    @Message
    package struct Outcome: Codable, Hashable, WireValue {
        package var metric: String
        /// Of the values, as they are shown.
        package var unit: String
        /// As it was; nil when it was taken out before.
        package var before: RawSample?
        /// As it is; nil when it is taken out.
        package var after: RawSample?
        /// The sample as it was imported, which `sample restore` restores.
        package var original: SampleReference
        /// The data version that holds since, and that every answer has at least.
        package var version: Int64 = 0
    }
}

/// A sample that was taken out by a person: no import brings it back.
@Message
package struct Correction: Codable, Hashable, Sendable {
    package var original: SampleReference
    /// Attributes of the sample, by the raw value of ``SampleAttribute``.
    package var attributes: [Int: String] = [:]
    /// The value that took its place, in the series of entered values; nil: it was deleted.
    package var replacement: Double? = nil
}

extension SeriesKey {
    /// The series of the values that a person enters here for a metric.
    package static func entered(_ metric: String, unit: String) -> SeriesKey {
        SeriesKey(
            metric: metric, unit: unit, source: "Dayline", sourceKey: SourcePriority.corrections,
            device: "", isEntered: true)
    }
}
