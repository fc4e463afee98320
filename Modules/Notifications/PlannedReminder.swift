package import CivilTime
import Memberwise

/// One reminder at a local time.
@Memberwise
package struct PlannedReminder: Hashable, Codable, Sendable {
    package var kind: NotificationKind
    package var day: CivilDate
    /// Minutes since midnight; 0 for an announcement.
    package var minute: Int
    /// The part of the day, the identifier of the activity or category, or the announced value; empty
    /// for other kinds.
    package var subject: String = ""

    package var time: LocalTime { LocalTime(date: day, secondOfDay: minute * 60) }

    /// The greatest position before the reminder.
    package var timeBefore: LocalTime {
        minute == 0
            ? LocalTime(date: day.advanced(by: -1), secondOfDay: 86_399)
            : LocalTime(date: day, secondOfDay: minute * 60 - 1)
    }

    /// Identifies the reminder in the delivery log, also after a restart.
    package var key: String { "\(kind.rawValue):\(subject):\(time)" }
}
