import CivilTime
import Presentation

/// Instants of responses, such as `2026-10-18T14:18:03+02:00`, as texts.
enum InstantText {
    /// The day, such as `18 October 2026`; the text itself if it is not an instant.
    static func day(_ instant: String) -> String {
        civilDate(instant)?.dayMonthAndYear ?? instant
    }

    /// The day for narrow columns, such as `18 Oct 2026`; the text itself if it is not an instant.
    static func shortDay(_ instant: String) -> String {
        civilDate(instant)?.shortDayMonthAndYear ?? instant
    }

    private static func civilDate(_ instant: String) -> CivilDate? {
        CivilDate(String(instant.prefix("YYYY-MM-DD".count)))
    }

    /// The day and the time, such as `18 October 2026 at 14:18`.
    static func dayAndTime(_ instant: String) -> String {
        let time = TimeText.time(instant)
        return time.isEmpty ? day(instant) : "\(day(instant)) at \(time)"
    }
}
