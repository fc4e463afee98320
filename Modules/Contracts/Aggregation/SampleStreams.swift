package import CivilTime
import Memberwise
package import RPC

/// All samples of a metric as columns, for scripts. Served by the aggregation workers.
package enum SampleStreams {
    package static let service = "dayline.aggregation.Samples"

    /// Streams the samples of a metric that start in a range of days. Each item is a run of samples
    /// of one source, with columns `start` and `end` i64 (milliseconds since 1970) and `value` f64
    /// in the unit of the response; the runs of a source ascend by start.
    package static let read = StreamMethod<ReadRequest, Packet<Run>, ReadResponse>(
        service, "Read", repeatable: true)
    /// The maximum number of samples in a run: 1.5 MiB of columns.
    package static let runLimit = 1 << 16

    @Message
    package struct ReadRequest: Codable, Hashable, WireValue {
        /// The key, alias or unique prefix of a metric; `metric:KEY` is exact.
        package var name: String
        /// The first day on which a sample starts, in the profile's zones; nil: no lower bound.
        package var from: CivilDate? = nil
        /// The last day on which a sample starts, in the profile's zones, inclusive; nil: no upper
        /// bound.
        package var to: CivilDate? = nil
    }

    @Message
    package struct Run: Codable, Hashable, Sendable {
        /// The name of the source.
        package var source: String
        /// The device as HealthKit writes it; empty: unknown.
        package var device: String
        /// True if the samples were entered by hand.
        package var isEntered: Bool
        /// The time resolution of the samples: `raw`, `minute`, `hour` or `day`.
        package var resolution: SeriesKey.Resolution
    }

    @Message
    package struct ReadResponse: Codable, Hashable, WireValue {
        /// The short HealthKit key of the metric, such as `stepCount`.
        package var metric: String
        /// The unit of the column `value`; empty: no unit.
        package var unit: String
        /// The number of samples in all items.
        package var samples: Int
    }
}
