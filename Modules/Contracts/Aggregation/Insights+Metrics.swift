package import CivilTime
import Memberwise
package import RPC

extension Insights {
    package static let metrics = Method<MetricsRequest, MetricsResponse>(
        service, "Metrics", repeatable: true)

    @Message
    package struct MetricsRequest: Codable, Hashable, WireValue {
        /// True: every metric of the table too, those without samples as well.
        package var all: Bool? = nil
    }

    @Message
    package struct MetricsResponse: Codable, Hashable, WireValue {
        package var metrics: [Metric]
    }

    @Message
    package struct Metric: Codable, Hashable, Sendable {
        package var metric: String
        package var unit: String
        package var kind: String
        /// True if the metric table has the metric. Otherwise its unit is that of its first sample.
        package var known: Bool
        package var samples: Int
        package var firstDay: CivilDate?
        package var lastDay: CivilDate?
        package var sources: [String]
    }
}
