package import CivilTime
import Memberwise
package import RPC

extension Insights {
    package static let metrics = Method<MetricsRequest, MetricsResponse>(
        service, "Metrics", repeatable: true)

    @Message
    package struct MetricsRequest: Codable, Hashable, WireValue {
        /// True to include metrics of the metric table without samples; nil: false.
        package var all: Bool? = nil
    }

    @Message
    package struct MetricsResponse: Codable, Hashable, WireValue {
        /// The metrics, ascending by key.
        package var metrics: [Metric]
    }

    @Message
    package struct Metric: Codable, Hashable, Sendable {
        /// The short HealthKit key of the metric, such as `stepCount`.
        package var metric: String
        /// The unit that values are shown in; empty: no unit.
        package var unit: String
        /// The kind of the metric: `cumulative`, `discrete`, `duration` or `category`.
        package var kind: String
        /// True if the metric is in the metric table. Otherwise the unit is that of the first
        /// sample.
        package var known: Bool
        /// The number of stored samples; of a derived metric, the number of nights or workouts.
        package var samples: Int
        /// The first day with a total; nil: no day was folded.
        package var firstDay: CivilDate?
        /// The last day with a total; nil: no day was folded.
        package var lastDay: CivilDate?
        /// The names of the sources, sorted; empty: no samples.
        package var sources: [String]
    }
}
