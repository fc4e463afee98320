import Contracts
import Metrics
import Tracker

/// What an answer without any data says: what is missing, and the command that begins.
enum NoDataText {
    static let healthData = "There is no health data yet. Start with: dayline import FILE"
    static let activities =
        "There are no activities yet. Add one with: dayline activity add Water --target 2000 --unit ml"

    /// Days of a metric or an activity.
    static func series(_ name: String, isRanged: Bool) -> String {
        guard !isRanged else {
            return "There is nothing in this range. Leave out --from and --to to see all there is."
        }
        if name == HealthLinks.weightMetric {
            return "There are no weights yet. Add one with: dayline weight add 81.2 kg"
        }
        if Metric.known(key: name) != nil {
            return "There is nothing of \(name) yet. Bring some in with: dayline import FILE"
        }
        return "There is nothing of \(name.onOneLine) yet. Log it with: dayline log \(quoted(name))"
    }

    /// Rows of a kind, such as nights, that come with health data.
    static func rows(_ kind: String, isRanged: Bool) -> String {
        isRanged
            ? "There are no \(kind) in this range. Leave out --from and --to to see all there are."
            : "There are no \(kind) yet. Bring some in with: dayline import FILE"
    }
}
