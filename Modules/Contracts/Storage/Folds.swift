package import CivilTime
import Memberwise
package import RPC

/// Turning samples into day totals. Served by the storage worker, done by aggregation workers.
package enum Folds {
    package static let service = "dayline.storage.Folds"

    /// Work as it comes up, one task at a time: a worker holds this stream open, and gives its task
    /// back to storage by ending it.
    package static let work = StreamMethod<Empty, FoldTask, Empty>(service, "Work")
    /// The chunks of a metric that meet a range of time, by segment and then by series, as columns
    /// of `[ChunkRecord]`.
    package static let chunks = StreamMethod<ChunksRequest, Packet<ChunkPage>, Empty>(
        service, "Chunks", repeatable: true)
    /// Stores the totals of a task's days. ABORTED when samples changed since it was given: the
    /// range is then given again.
    package static let commit = Method<Packet<CommitRequest>, Progress>(service, "Commit")
    /// Answers when everything of `version` is folded. OUT_OF_RANGE when there is no such version.
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

    /// Columns `day` i32, `sum` f64 (sources merged), `rawSum` f64, `count` i64, `min` f64, `max`
    /// f64, `last` f64: a row for each day of the task that has samples.
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
