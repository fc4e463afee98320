/// The reason for which a notification is sent. Each kind has a switch of its own.
package enum NotificationKind: String, CaseIterable, Codable, Sendable {
    /// Open activities of a part of the day.
    case partOfDay
    /// An open activity to do at one of its own times.
    case activity
    /// An open activity to log at one of its own times.
    case logging
    /// Open activities of a category at one of its times.
    case category
    /// An open activity whose streak ends with the day.
    case streak
    /// No weight entry on the day after entries on three days.
    case weighing
    /// No weight entry on the day at the usual time of entries.
    case usualWeighing
    /// A weight close to the next milestone, on the day after it was entered.
    case approachingMilestone
    /// The weights of a week, on Sunday.
    case weeklySummary
    /// A milestone that was reached.
    case milestone
    /// A share of the way to the goal weight that was reached.
    case goalShare
    /// An import that failed.
    case failedImport
    /// A backup that failed.
    case failedBackup

    /// True if the notification is about something that happened, not about something to do.
    package var isAnnouncement: Bool {
        self == .milestone || self == .goalShare || isFailure
    }

    /// True if the notification is about work of the system that failed.
    package var isFailure: Bool { self == .failedImport || self == .failedBackup }
}
