import HealthMetrics
import Memberwise

/// A metric of one profile.
@Memberwise
package struct ProfileMetric: Hashable, Sendable {
    package var profile: Int64
    package var metric: String
}

/// Days of a metric whose totals are stale.
@Memberwise
package struct DirtyMetric: Hashable, Sendable {
    package var metric: ProfileMetric
    /// The version that changed the metric.
    package var version: Int64
    package var spans: [DaySpan]
    /// The number of samples to fold, 0 if unknown. Larger metrics are folded first.
    package var weight: Int64
}

extension [DirtyMetric] {
    /// These and the dirty days of metrics derived from them.
    package var withDerived: [DirtyMetric] {
        self
            + flatMap { entry in
                Derivation.allCases.filter { $0.sourceMetric == entry.metric.metric }.flatMap {
                    derivation in
                    entry.derived(derivation)
                }
            }
    }
}

extension DirtyMetric {
    /// True if one of the metrics is this one or has the same source metric.
    package func isSource(of metrics: [String]) -> Bool {
        metrics.contains { name in
            name == metric.metric || Derivation(metric: name)?.sourceMetric == metric.metric
        }
    }

    /// The dirty days of the metrics of a derivation.
    fileprivate func derived(_ derivation: Derivation) -> [DirtyMetric] {
        let margin = Int(derivation.affectedDays)
        let widened = spans.map { span in
            DaySpan(
                from: Int32(clamping: Int(span.from) - margin),
                to: Int32(clamping: Int(span.to) + margin))
        }
        return derivation.metrics.map { metric in
            DirtyMetric(
                metric: ProfileMetric(profile: self.metric.profile, metric: metric),
                version: version, spans: widened.joined, weight: weight)
        }
    }

    /// The dirty days of the metrics derived from workouts that start on these days.
    package static func workouts(
        of profile: Int64, on spans: [DaySpan], version: Int64
    ) -> [DirtyMetric] {
        guard !spans.isEmpty else { return [] }
        return Derivation.workouts.metrics.map { metric in
            DirtyMetric(
                metric: ProfileMetric(profile: profile, metric: metric), version: version,
                spans: spans, weight: 0)
        }
    }
}
