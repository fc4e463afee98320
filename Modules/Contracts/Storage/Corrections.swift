import HealthMetrics
import Memberwise
package import RPC

/// Samples that a person removed or whose value a person replaced. Served by the storage worker,
/// which stores the corrections apart from the samples.
package enum Corrections {
    package static let service = "dayline.storage.Corrections"

    /// Lists all corrections, by series and time.
    package static let list = Method<ListRequest, ListResponse>(service, "List", repeatable: true)
    /// Corrects one sample in one transaction, and returns when the correction is durable.
    /// NOT_FOUND if the sample does not exist or there is nothing to restore. The caller has to
    /// prevent imports of the profile meanwhile; programs call ``SampleEdits`` instead.
    package static let correct = Method<CorrectRequest, CorrectResponse>(service, "Correct")
    /// Undoes or redoes the latest correction, if ``TrackerRecords/nextStep`` says that it is the
    /// latest change; FAILED_PRECONDITION otherwise, ABORTED if the request names another step.
    package static let revert = Method<TrackerRecords.UndoRequest, TrackerRecords.ApplyResponse>(
        service, "Revert")

    @Message
    package struct ListRequest: Codable, Hashable, WireValue {
        /// The key of a metric; nil: all metrics.
        package var metric: String? = nil
    }

    @Message
    package struct ListResponse: Codable, Hashable, WireValue {
        /// The series of the corrected samples.
        package var series: [SeriesRow]
        /// The corrections, ascending by series and time.
        package var corrections: [Correction]

        /// The corrections with the keys of their series.
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
        /// The result of the correction.
        package var outcome: Outcome
        /// True if all days are folded up to the version of the outcome.
        package var isFolded: Bool
    }

    /// The request of a correction. The same request with the same idempotency key is executed once,
    /// even if the sample has changed since.
    @Message
    package struct CorrectRequest: Codable, Hashable, WireValue {
        /// The action: `edit`, `delete` or `restore`.
        package var action: Action
        /// The reference of the sample or of its replacement.
        package var sample: SampleReference
        /// The new value, in `unit`; nil: only for `delete` and `restore`.
        package var value: Double? = nil
        /// The unit of `value`; nil: the unit that the metric is shown in.
        package var unit: String? = nil

        package enum Action: String, CaseIterable, Codable, Sendable {
            /// `edit` replaces the value, `delete` removes the sample, `restore` restores the
            /// imported sample.
            case edit, delete, restore
        }
    }

    /// The result of a correction.
    @Message
    package struct Outcome: Codable, Hashable, WireValue {
        /// The short HealthKit key of the metric, such as `stepCount`.
        package var metric: String
        /// The unit that the values are shown in.
        package var unit: String
        /// The sample before the correction; nil: the sample was deleted before.
        package var before: RawSample?
        /// The sample after the correction; nil: the sample is deleted.
        package var after: RawSample?
        /// The reference of the imported sample, which `sample restore` restores.
        package var original: SampleReference
        /// The data version after the correction, which later answers have at least.
        package var version: Int64 = 0
        /// The updates of linked activities and weights; nil in responses of storage.
        package var linked: HealthLinks.SyncResponse? = nil
    }
}

/// A sample that a person deleted or replaced, which no import stores again.
@Message
package struct Correction: Codable, Hashable, Sendable {
    /// The reference of the imported sample.
    package var original: SampleReference
    /// The attributes of the imported sample: 0 time zone, 1 motion context, 2 meal time,
    /// 3 minimum, 4 maximum; empty:
    /// none.
    package var attributes: [Int: String] = [:]
    /// The value that replaces the sample, in the canonical unit; nil: the sample is deleted.
    package var replacement: Double? = nil
}

extension SeriesKey {
    /// The series of the values that a person enters for a metric.
    package static func entered(_ metric: String, unit: String) -> SeriesKey {
        SeriesKey(
            metric: metric, unit: unit, source: "Dayline", sourceKey: SourcePriority.corrections,
            device: "", isEntered: true)
    }
}
