package import Contracts

extension HealthLinks.SyncResponse: TextPresentable {
    package func text(_ styler: some TextStyler) -> String { HealthSyncText.lines(self) }
}

/// Formats results of the health sync as text.
package enum HealthSyncText {
    package static func lines(_ synced: HealthLinks.SyncResponse) -> String {
        var lines = synced.activities.map { activity in
            "\(activity.activity) from \(activity.metric): \(activity.problem ?? counts(activity))"
        }
        if let weight = synced.weight {
            lines.append("Weight entries from \(weight.metric): \(counts(weight))")
            if let celebration = weight.celebration { lines.append(celebration.sentence) }
        }
        guard !lines.isEmpty else {
            return "No activity reads health data. "
                + "Link one with: dayline activity edit NAME --health stepCount"
        }
        return lines.joined(separator: "\n")
    }

    package static func syncFailure(_ problem: String) -> String {
        "Linked activities were not synced: \(problem) Retry with: dayline health sync"
    }

    /// `12 days added, 1 changed`.
    package static func counts(_ counts: some HealthLinks.SyncCounts) -> String {
        var parts = [
            "\(NumberText.days(counts.added)) added",
            "\(NumberText.count(counts.updated)) changed",
        ]
        if counts.removed > 0 { parts.append("\(NumberText.count(counts.removed)) removed") }
        return parts.joined(separator: ", ")
    }
}
