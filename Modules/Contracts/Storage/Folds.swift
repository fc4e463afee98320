package import CivilTime
import Memberwise
package import RPC

/// Computation of day totals. Served by the storage worker; the aggregation workers compute.
package enum Folds {
    package static let service = "dayline.storage.Folds"

    /// Streams fold tasks, one at a time. A worker keeps the stream open; closing it releases the
    /// lease of its task.
    package static let work = StreamMethod<Empty, FoldTask, Empty>(service, "Work")
    /// Streams the chunks of a metric that overlap a range of time, by segment and then by series,
    /// as columns of `[ChunkRecord]`.
    package static let chunks = StreamMethod<ChunksRequest, Packet<ChunkPage>, Empty>(
        service, "Chunks", repeatable: true)
    /// Stores the day totals of a task. ABORTED if samples of the range have changed since the task
    /// was sent; the range is then sent again.
    package static let commit = Method<Packet<CommitRequest>, Progress>(service, "Commit")
    /// Returns when everything up to `version` is folded. OUT_OF_RANGE if there is no such version.
    package static let wait = Method<WaitRequest, VersionResponse>(
        service, "Wait", repeatable: true)

    @Message
    package struct FoldTask: Codable, Hashable, WireValue {
        /// The number of the lease, to be returned with the totals.
        package var lease: Int64
        /// The name of the profile.
        package var profile: String
        /// The short HealthKit key of the metric, such as `stepCount`.
        package var metric: String
        /// The first day to fold, inclusive.
        package var from: CivilDate
        /// The last day to fold, inclusive.
        package var to: CivilDate
        /// The data version of the samples, to be returned with the totals; a commit is rejected if
        /// the samples changed.
        package var stamp: Int64
        /// The time zones of the profile, ascending by first day.
        package var zones: [ZoneChange]
    }

    @Message
    package struct ChunksRequest: Codable, Hashable, WireValue {
        /// The short HealthKit key of the metric, such as `stepCount`.
        package var metric: String
        /// The start of the range in milliseconds since 1970 UTC, inclusive: chunks with a sample
        /// that ends at or after that time.
        package var from: Int64
        /// The end of the range in milliseconds since 1970 UTC, exclusive: chunks with a sample
        /// that starts before that time.
        package var to: Int64
    }

    @Message
    package struct ChunkPage: Codable, Hashable, Sendable {
        /// Series that have chunks in the range. All are in the pages up to the first one with
        /// chunks.
        package var series: [SeriesRow]
        /// The normalized names of sources in the order that a person chose, highest priority
        /// first; empty: none was chosen, or not the first page with chunks.
        package var order: [String] = []
    }

    /// The day totals of a task: columns `day` i32, `sum` f64 (sources merged), `rawSum` f64,
    /// `count` i64, `min` f64, `max` f64 and `last` f64, with a row for each day of the task that
    /// has samples.
    @Message
    package struct CommitRequest: Codable, Hashable, Sendable {
        /// The number of the lease.
        package var lease: Int64
        /// The stamp of the task.
        package var stamp: Int64
    }

    /// Progress of a metric. Its new days become visible together, when all are folded.
    @Message
    package struct Progress: Codable, Hashable, WireValue {
        /// The number of finished tasks of the metric.
        package var done: Int
        /// The number of all tasks of the metric.
        package var tasks: Int
    }

    @Message
    package struct WaitRequest: Codable, Hashable, WireValue {
        /// The data version to wait for.
        package var version: Int64
    }

    @Message
    package struct VersionResponse: Codable, Hashable, WireValue {
        /// The data version.
        package var version: Int64
    }
}
