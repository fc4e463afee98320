import Charts
import Presentation
import Windows

extension MetricTitle {
    /// The colour of a metric.
    static func tone(_ key: String) -> Tone {
        HealthChart.allCases.first { $0.metric == key }.flatMap { Tone(rawValue: $0.colour) }
            ?? .accent
    }
}
