import Contracts
import Milestones
import Tracker

/// Titles of settings and of their values.
enum SettingText {
    static func title(_ definition: SettingDefinition) -> String { title(definition.key) }

    static func title(_ key: String) -> String {
        switch key {
        case Settings.weekStart: "First day of the week"
        case Settings.unloggedIsZero: "Days without an entry count as 0 for “at most”"
        case Settings.weightHealth: "Weights from health data"
        case Settings.photoSize: "Size of new photos"
        case Settings.photoFormat: "Format of new photos"
        case Settings.importLimit: "Limit of an import in GB"
        case Settings.streakReminder: "Reminder of streaks that end today"
        case Settings.activityReminders: "Reminders of single activities"
        case Settings.loggingReminders: "Reminders to log single activities"
        case Settings.categoryReminders: "Reminders of categories"
        case Settings.weightReminders: "Reminders of weight"
        case Settings.goalNotifications: "Announce milestones"
        case Settings.failureNotifications: "Report failed imports and backups"
        case Settings.dayParts: "Hours of the parts of the day"
        default: KeyTitle.title(key)
        }
    }

    /// A value of a setting that is one of a few words.
    static func value(_ value: String, of key: String = "") -> String {
        switch key {
        case Settings.milestoneInterval:
            MilestoneInterval(rawValue: value).map {
                "\($0.label(in: .kg)), \($0.label(in: .lb))"
            } ?? value
        case Settings.photoFormat: value.uppercased()
        default: value == "us" ? "US" : KeyTitle.title(value)
        }
    }

    static func title(_ condition: DayPartReminderSetting.Condition) -> String {
        switch condition {
        case .always: "if something is open"
        case .unstarted: "if nothing is done"
        case .belowHalf: "if less than half is done"
        case .behind: "if an earlier part is open"
        }
    }
}

/// The cards of the form, with the settings in each.
enum SettingGroup: String, CaseIterable {
    case display, weight, notifications, imports, further

    var title: String {
        switch self {
        case .display: "Display and units"
        case .weight: "Weight"
        case .notifications: "Notifications"
        case .imports: "Imports"
        case .further: "Further settings"
        }
    }

    /// Settings other than the parts of the day and their reminders, which have a card of their own.
    var definitions: [SettingDefinition] {
        let parts = [Settings.dayParts] + DayPartReminder.allCases.map { Settings.reminder($0) }
        return SettingDefinition.all.filter {
            !parts.contains($0.key) && SettingGroup(of: $0.key) == self
        }
    }

    private init(of key: String) {
        switch key {
        case Settings.weekStart, Settings.units, Settings.unloggedIsZero: self = .display
        case Settings.milestoneInterval, Settings.weightHealth: self = .weight
        case Settings.quietHours, Settings.streakReminder, Settings.activityReminders,
            Settings.loggingReminders, Settings.categoryReminders, Settings.weightReminders,
            Settings.goalNotifications, Settings.failureNotifications:
            self = .notifications
        case Settings.importLimit: self = .imports
        default: self = .further
        }
    }
}
