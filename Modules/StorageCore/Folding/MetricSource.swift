import CivilTime
package import Contracts
import HealthMetrics
import Memberwise

/// The samples of a metric from one source.
@Memberwise
package struct MetricSource: Sendable {
    package var metric: String
    package var unit: String
    /// The display name of the source.
    package var source: String
    package var samples: Int
}

extension [MetricSource] {
    /// The metrics of a profile, of which these are ordered by metric and source, with the derived metrics.
    /// `range` has the first and the last day with totals of a metric, nil without totals; `count` is the
    /// number of counted samples of a derived metric.
    package func items(
        range: (_ metric: String) throws -> DaySpan?, count: (_ metric: String) throws -> Int
    ) rethrows -> [Days.Item] {
        var items: [Days.Item] = []
        for source in self {
            if items.last?.metric != source.metric {
                let range = try range(source.metric)
                items.append(
                    Days.Item(
                        metric: source.metric, unit: source.unit, samples: 0,
                        firstDay: range.map { CivilDate(days: $0.from) },
                        lastDay: range.map { CivilDate(days: $0.to) }, sources: []))
            }
            items[items.count - 1].samples += source.samples
            items[items.count - 1].sources.append(source.source)
        }
        for derivation in Derivation.allCases {
            let sources = items.first { $0.metric == derivation.sourceMetric }?.sources ?? []
            for metric in derivation.metrics {
                guard let days = try range(metric) else { continue }
                items.append(
                    Days.Item(
                        metric: metric, unit: Metric.known(key: metric)?.unit ?? "",
                        samples: try count(metric), firstDay: CivilDate(days: days.from),
                        lastDay: CivilDate(days: days.to), sources: sources))
            }
        }
        return items.sorted { $0.metric < $1.metric }
    }
}

extension [String: String] {
    /// The units of metrics with samples, by metric, as a list with the derived metrics that have totals.
    package func metricUnits(
        hasTotals: (_ metric: String) throws -> Bool
    ) rethrows -> [Days.MetricUnit] {
        var names = map { Days.MetricUnit(metric: $0, unit: $1) }
        for metric in Derivation.allCases.flatMap(\.metrics) where try hasTotals(metric) {
            names.append(
                Days.MetricUnit(metric: metric, unit: Metric.known(key: metric)?.unit ?? ""))
        }
        return names.sorted { $0.metric < $1.metric }
    }
}
