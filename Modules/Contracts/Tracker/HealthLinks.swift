package import CivilTime
import Memberwise
package import RPC

/// The links of activities and of the weight log with health metrics. Served by the tracker worker.
package enum HealthLinks {
    package static let service = "dayline.tracker.HealthLinks"

    /// The source of the samples that are written from entries, which are ignored when an
    /// activity that both reads and writes is synced. (Samples corrected by hand have the source "Dayline".)
    package static let sourceName = "Dayline Journal"

    /// The origin of synced changes in the change log, which belong to the preceding step.
    package static let changeOrigin = "health"

    /// The metric of weight entries.
    package static let weightMetric = "bodyMass"

    /// Updates the entries of linked activities from health data, and the weight entries if weight
    /// sync is on.
    package static let sync = Method<SyncRequest, SyncResponse>(service, "Sync")
    /// Streams the entries of activities that write health data, as a file in the column `data` of
    /// the items.
    package static let outbox = StreamMethod<
        ExportRequest, Packet<Empty>, Documents.ExportResponse
    >(
        service, "Export", repeatable: true)

    @Message
    package struct SyncRequest: Codable, Hashable, WireValue {
        /// The first day; nil: the first day of each activity, and the first measured weight.
        package var from: CivilDate? = nil
        /// The last day, inclusive, at most the day of `on`; nil: the day of `on`.
        package var to: CivilDate? = nil
        /// The day that counts as today; nil: today in the profile's zone.
        package var on: CivilDate? = nil
    }

    @Message
    package struct SyncResponse: Codable, Hashable, WireValue {
        /// The results of the activities that read from health data, in list order.
        package var activities: [ActivityResult]
        /// The result of the weight log; nil: weight sync is off.
        package var weight: WeightLogResult?
        /// The reason why nothing could be updated; nil on success.
        package var problem: String? = nil
    }

    /// Counts of the changes of a sync.
    package protocol SyncCounts {
        /// The number of days that got a value.
        var added: Int { get set }
        /// The number of days whose value changed.
        var updated: Int { get set }
        /// The number of days whose value was removed, since health data has none of them any more.
        var removed: Int { get set }
    }

    @Message
    package struct ActivityResult: SyncCounts, Codable, Hashable, Sendable {
        /// The name of the activity.
        package var activity: String
        /// The short key of the health metric that is read.
        package var metric: String
        /// The number of days that got an entry.
        package var added: Int = 0
        /// The number of days whose entry changed.
        package var updated: Int = 0
        /// The number of days whose entry was removed, since health data has no value of them any
        /// more.
        package var removed: Int = 0
        /// The reason why some or all days were not synced, as a sentence; nil: no problem.
        package var problem: String? = nil
    }

    /// The result of weight sync, with the milestone to celebrate after the changes.
    @Message
    package struct WeightLogResult: SyncCounts, Codable, Hashable, Sendable {
        /// The short key of the health metric that is read, `bodyMass`.
        package var metric: String
        /// The number of days that got a weight entry.
        package var added: Int = 0
        /// The number of days whose weight entry changed.
        package var updated: Int = 0
        /// The number of days whose weight entry was removed, since health data has none any more.
        package var removed: Int = 0
        /// The milestone to celebrate; nil: none, or no weight entry changed.
        package var celebration: Weights.Celebration? = nil
    }

    package enum Format: String, CaseIterable, Codable, Sendable {
        /// Records in the form of an Apple Health export.
        case xml
        /// A table of the samples (RFC 4180).
        case csv
    }

    @Message
    package struct ExportRequest: Codable, Hashable, WireValue {
        /// The format of the file: `xml` or `csv`.
        package var format: Format
        /// The first day, inclusive; nil: no lower bound.
        package var from: CivilDate? = nil
        /// The last day, inclusive; nil: no upper bound.
        package var to: CivilDate? = nil
    }
}

extension HealthLinks.SyncCounts {
    package var changed: Int { added + updated + removed }
}
