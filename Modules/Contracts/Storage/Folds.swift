package import CivilTime
import Memberwise
package import RPC

/// Turning samples into day totals. Served by the storage worker, done by aggregation workers.
package enum Folds {
    package static let service = "dayline.storage.Folds"

    /// Work as it comes up, one task at a time: a worker holds this stream open, and gives its task
    /// back to storage by ending it.
    package static let work = StreamMethod<WorkRequest, FoldTask, Empty>(service, "Work")
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
    package struct WorkRequest: Codable, Hashable, WireValue {
        package var name: String
    }

    @Message
    package struct FoldTask: Codable, Hashable, WireValue {
        package var lease: Int64
        package var profile: String
        package var metric: String
        /// Civil days, both inclusive.
        package var from: CivilDate
        package var to: CivilDate
        /// Tells whether the samples are still those that the task was given for.
        package var stamp: Int64
        package var zones: [ZoneChange]
    }

    @Message
    package struct ChunksRequest: Codable, Hashable, WireValue {
        package var metric: String
        /// Milliseconds since 1970: chunks whose [first start, greatest end] meets [from, to).
        package var from: Int64
        package var to: Int64
    }

    @Message
    package struct ChunkPage: Codable, Hashable, Sendable {
        /// The series of the metric; in the first page only.
        package var series: [SeriesRow]
        /// Whose samples count first, as in ``Sources/ListResponse``; in the first page only.
        package var order: [String] = []
    }

    /// Columns `day` i32, `sum` f64 (sources merged), `rawSum` f64, `count` i64, `min` f64, `max`
    /// f64, `last` f64: a row for each day of the task that has samples.
    @Message
    package struct CommitRequest: Codable, Hashable, Sendable {
        package var lease: Int64
        package var stamp: Int64
    }

    /// Progress of a metric. Its new days become visible together, when all are folded.
    @Message
    package struct Progress: Codable, Hashable, WireValue {
        /// Tasks whose totals are there.
        package var done: Int
        package var tasks: Int
    }

    @Message
    package struct WaitRequest: Codable, Hashable, WireValue {
        package var version: Int64
    }

    @Message
    package struct VersionResponse: Codable, Hashable, WireValue {
        package var version: Int64
    }
}
