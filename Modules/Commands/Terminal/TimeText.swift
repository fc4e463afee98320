import Metrics

/// Formats times for tables.
enum TimeText {
    /// The `HH:MM` of an ISO 8601 instant.
    static func time(_ instant: String) -> String {
        String(instant.dropFirst("YYYY-MM-DDT".count).prefix("HH:MM".count))
    }

    /// `HH:MM:SS`.
    static func time(secondOfDay second: Int) -> String {
        [second / 3600, second / 60 % 60, second % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
            .joined(separator: ":")
    }

    /// `H:MM`, to the nearest minute; a dash for negative and unmeasurable values.
    static func duration(seconds: Double) -> String {
        guard seconds.isMeasurable, seconds >= 0 else { return "-" }
        let minutes = Int((seconds / 60).rounded())
        let rest = minutes % 60
        return "\(minutes / 60):\(rest < 10 ? "0" : "")\(rest)"
    }
}
