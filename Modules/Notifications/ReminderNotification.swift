package import CivilTime
import Memberwise
package import Tracker

/// One notification: reminders that are sent together.
@Memberwise
package struct ReminderNotification: Hashable, Codable, Sendable {
    /// The reminders, in order of time; at least one.
    package var reminders: [PlannedReminder]
    package var text: ReminderText
    /// The activities that the notification is about; with one, the notification can be answered.
    package var activities: [Activity.ID] = []
    /// The key of the notification whose first reminder was removed; nil: no reminder was removed.
    package var originalKey: String? = nil

    /// Identifies the notification: the key of the first reminder at its evaluation, since each reminder
    /// is in one notification. Unchanged when reminders are removed, on each channel.
    package var key: String { originalKey ?? reminders[0].key }

    package var day: CivilDate { reminders[0].day }

    /// The distinct kinds, in order of the reminders.
    package var kinds: [NotificationKind] {
        reminders.reduce(into: []) { kinds, reminder in
            if !kinds.contains(reminder.kind) { kinds.append(reminder.kind) }
        }
    }

    /// Combines the reminders whose conditions hold; nil without one.
    package init?(_ reminders: [PlannedReminder], _ texts: NotificationTexts) {
        let parts = reminders.compactMap { reminder in
            texts.text(of: reminder).map { (reminder, text: $0) }
        }
        guard let first = parts.first else { return nil }
        let lines = parts.map(\.text.line)
        var activities: [Activity.ID] = []
        for id in parts.flatMap({ texts.activities(of: $0.0) }) where !activities.contains(id) {
            activities.append(id)
        }
        self.init(
            reminders: parts.map(\.0),
            text: parts.count == 1
                ? first.text
                : ReminderText(
                    title: "\(parts.count) reminders", body: lines.joined(separator: "\n")),
            activities: activities)
    }

    /// The notification without the reminders whose conditions no longer hold; nil if none holds.
    package func current(_ texts: NotificationTexts) -> ReminderNotification? {
        filtered(texts) { _ in true }
    }

    /// The notification with the reminders that hold and meet a condition; nil without one.
    package func filtered(
        _ texts: NotificationTexts, _ isIncluded: (PlannedReminder) -> Bool
    ) -> ReminderNotification? {
        var notification = ReminderNotification(reminders.filter(isIncluded), texts)
        if notification?.key != key { notification?.originalKey = key }
        return notification
    }
}
