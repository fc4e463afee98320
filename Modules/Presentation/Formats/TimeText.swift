import HealthMetrics

/// Formats times for tables.
package enum TimeText {
    /// The `HH:MM` of an ISO 8601 instant.
    package static func time(_ instant: String) -> String {
        String(instant.dropFirst("YYYY-MM-DDT".count).prefix("HH:MM".count))
    }

    /// `HH:MM:SS`.
    package static func time(secondOfDay second: Int) -> String {
        [second / 3600, second / 60 % 60, second % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
            .joined(separator: ":")
    }

    /// `H:MM` of a duration; a dash for nil.
    package static func duration(seconds: Double?) -> String {
        seconds.map { duration(seconds: $0) } ?? "-"
    }

    /// `H:MM`, to the nearest minute; a dash for negative and unmeasurable values.
    package static func duration(seconds: Double) -> String {
        guard seconds.isMeasurable, seconds >= 0 else { return "-" }
        let minutes = Int((seconds / 60).rounded())
        let rest = minutes % 60
        return "\(minutes / 60):\(rest < 10 ? "0" : "")\(rest)"
    }
}
