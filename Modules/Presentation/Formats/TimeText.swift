import HealthMetrics
import Texts

/// Formats times for tables.
package enum TimeText {
    /// The `HH:MM` of an ISO 8601 instant, or `H:MM am` for readers with twelve hours.
    package static func time(_ instant: String) -> String {
        clock(String(instant.dropFirst("YYYY-MM-DDT".count).prefix("HH:MM".count)))
    }

    /// `HH:MM:SS`, or `H:MM:SS am` for readers with twelve hours.
    package static func time(secondOfDay second: Int) -> String {
        clock(
            [second / 3600, second / 60 % 60, second % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
                .joined(separator: ":"))
    }

    /// A time that begins with its hour, such as `14:18` or `9`, for readers with twelve hours as
    /// `2:18 pm` or `9 am`; another text is unchanged.
    package static func clock(_ time: String) -> String {
        let digits = time.prefix { $0 != ":" }
        guard TextLocale.current?.hasTwelveHours == true, let hour = Int(digits),
            (0...24).contains(hour)
        else { return time }
        let rest = time.dropFirst(digits.count)
        return "\((hour + 11) % 12 + 1)\(rest) \(hour % 24 < 12 ? "am" : "pm")"
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
