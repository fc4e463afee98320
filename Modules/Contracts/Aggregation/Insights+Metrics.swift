package import CivilTime
package import RPC

extension Insights {
    package static let metrics = Method<MetricsRequest, MetricsResponse>(
        service, "Metrics", repeatable: true)

    package struct MetricsRequest: Codable, Hashable, WireValue {
        /// True: every metric of the table too, those without samples as well.
        package var all: Bool?

        package init(all: Bool? = nil) {
            self.all = all
        }
    }

    package struct MetricsResponse: Codable, Hashable, WireValue {
        package var metrics: [Metric]

        package init(metrics: [Metric]) {
            self.metrics = metrics
        }
    }

    package struct Metric: Codable, Hashable, Sendable {
        package var metric: String
        package var unit: String
        package var kind: String
        /// Whether the metric table has it; if not, its unit is the first one seen.
        package var known: Bool
        package var samples: Int
        package var firstDay: CivilDate?
        package var lastDay: CivilDate?
        package var sources: [String]

        package init(
            metric: String, unit: String, kind: String, known: Bool, samples: Int,
            firstDay: CivilDate?, lastDay: CivilDate?, sources: [String]
        ) {
            self.metric = metric
            self.unit = unit
            self.kind = kind
            self.known = known
            self.samples = samples
            self.firstDay = firstDay
            self.lastDay = lastDay
            self.sources = sources
        }
    }
}
