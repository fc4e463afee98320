import CivilTime
import Contracts
import Notifications
import RPC
import Tracker

/// An event about an import or a backup that failed.
struct FailureEvent {
    private let kind: NotificationKind
    /// The file with the reason.
    private let subject: String

    private static let subjectLimit = 300

    /// Nil for an event of another profile, another topic, and an import that a person has cancelled.
    init?(_ event: BusEvents.Event, profile: String) {
        let fields = event.fields
        guard fields[BusEvents.profileField] == profile,
            ![Status.Code.cancelled, .aborted].contains(where: { $0.name == fields["code"] })
        else { return nil }
        switch event.topic {
        case Imports.failedTopic: kind = .failedImport
        case Backups.failedTopic: kind = .failedBackup
        default: return nil
        }
        let file = fields["file"] ?? fields["path"] ?? "A file"
        subject = String("\(file): \(fields["message"] ?? "no reason")".prefix(Self.subjectLimit))
    }

    /// The notification; nil if failures are switched off.
    func notification(_ planner: NotificationPlanner, at now: Int64) -> ReminderNotification? {
        let day = planner.zones.civilDate(at: now)
        let reminder = PlannedReminder(kind: kind, day: day, minute: 0, subject: subject)
        return ReminderNotification(
            [reminder], NotificationTexts(planner.rules, DayState(day: day)))
    }
}
