import Contracts
import HealthMetrics
import Tracker

/// Sentences for empty results, with the command that adds data.
package enum NoDataText {
    package static let activities =
        "There are no activities yet. Add one with: dayline activity add Water --target 2000 --unit ml"

    /// Days of a metric or an activity.
    package static func series(_ name: String, isRanged: Bool) -> String {
        guard !isRanged else {
            return "There is no data in this range. Leave out --from and --to to see all days."
        }
        if name == HealthLinks.weightMetric {
            return "There are no weight entries yet. Add one with: dayline weight add 81.2 kg"
        }
        if Metric.known(key: name) != nil {
            return "\(name) has no data yet. Import some with: dayline import FILE"
        }
        return "\(name.onOneLine) has no data yet. Log it with: dayline log \(quoted(name))"
    }

    /// Rows of a kind, such as nights, that are imported with health data.
    package static func rows(_ kind: String, isRanged: Bool) -> String {
        isRanged
            ? "There are no \(kind) in this range. Leave out --from and --to to see all days."
            : "There are no \(kind) yet. Import some with: dayline import FILE"
    }
}
