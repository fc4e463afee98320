import HealthMetrics
import Milestones
package import RPC
import Tracker

/// A setting that a person may change: its name, what it may be, and what it is without them.
package struct SettingDefinition: Sendable {
    /// The key of the setting.
    package let key: String
    /// The description of the setting for people.
    package let summary: String
    /// The value that applies while the setting is not set.
    package let defaultValue: String
    /// The accepted values, or the forms that a value has.
    package let allowed: [String]
    /// True if a text is a value of the setting.
    private let accepts: @Sendable (String) -> Bool

    /// A setting that is one of a few words.
    private init(key: String, summary: String, defaultValue: String, allowed: [String]) {
        self.init(
            key: key, summary: summary, defaultValue: defaultValue, allowed: allowed,
            accepts: allowed.contains)
    }

    private init(
        key: String, summary: String, defaultValue: String, allowed: [String],
        accepts: @escaping @Sendable (String) -> Bool
    ) {
        self.key = key
        self.summary = summary
        self.defaultValue = defaultValue
        self.allowed = allowed
        self.accepts = accepts
    }

    /// Every setting, in order.
    package static let all =
        [
            SettingDefinition(
                key: Settings.weekStart, summary: "The first day of a week.",
                defaultValue: "monday",
                allowed: ["monday", "sunday", "saturday"]),
            SettingDefinition(
                key: Settings.unloggedIsZero,
                summary: "Whether a day or period without an entry keeps a target of at most.",
                defaultValue: "off", allowed: ["on", "off"]),
            SettingDefinition(
                key: Settings.dayEnd,
                summary: "The time until which today is the day before, for logging and views.",
                defaultValue: "00:00", allowed: [DayEnd.format],
                accepts: { DayEnd($0) != nil }),
            SettingDefinition(
                key: Settings.units,
                summary: "The units that health data is shown in; what you log keeps its own.",
                defaultValue: UnitSystem.metric.rawValue,
                allowed: UnitSystem.allCases.map(\.rawValue)),
            SettingDefinition(
                key: Settings.milestoneInterval,
                summary: "How far apart weight milestones lie: 5, 10, 15 lb or 2, 5, 7 kg.",
                defaultValue: MilestoneInterval.default.rawValue,
                allowed: MilestoneInterval.allCases.map(\.rawValue)),
            SettingDefinition(
                key: Settings.weightHealth,
                summary: "Whether weighings are read from health data: one for each measured day.",
                defaultValue: Settings.WeightSyncMode.off.rawValue,
                allowed: Settings.WeightSyncMode.allCases.map(\.rawValue)),
            SettingDefinition(
                key: Settings.photoSize,
                summary: "The size that new photos are reduced to; original keeps their pixels.",
                defaultValue: Settings.PhotoSize.ultraHD.rawValue,
                allowed: Settings.PhotoSize.allCases.map(\.rawValue)),
            SettingDefinition(
                key: Settings.photoFormat,
                summary: "The format that new photos are stored in; a PNG stays a PNG.",
                defaultValue: Settings.PhotoFormat.jpeg.rawValue,
                allowed: Settings.PhotoFormat.allCases.map(\.rawValue)),
            SettingDefinition(
                key: Settings.importLimit,
                summary: "The most that one import may store or upload, in GB.",
                defaultValue: String(Settings.importLimitDefault),
                allowed: [
                    "\(Settings.importLimitRange.lowerBound) to "
                        + "\(Settings.importLimitRange.upperBound)"
                ],
                accepts: { Int($0).map(Settings.importLimitRange.contains) ?? false }),
        ]
        + DayPartReminder.allCases.map { part in
            SettingDefinition(
                key: Settings.reminder(part),
                summary: "When the \(part.rawValue) reminds of what is open.",
                defaultValue: DayPartReminderSetting(part).text,
                allowed: DayPartReminderSetting.formats,
                accepts: { DayPartReminderSetting($0) != nil })
        }
        + notifications

    /// The settings of notifications other than the reminders of the parts of the day.
    private static let notifications: [SettingDefinition] = [
        SettingDefinition(
            key: Settings.quietHours,
            summary: "When no notification is sent; reminders wait until the end on the same day.",
            defaultValue: "off", allowed: QuietHours.formats,
            accepts: { $0 == "off" || QuietHours($0) != nil }),
        SettingDefinition(
            key: Settings.streakReminder,
            summary: "When open activities are named whose streaks end with the day.",
            defaultValue: "20:00", allowed: ["off", "HH:MM"],
            accepts: { $0 == "off" || minuteOfDay($0) != nil }),
        SettingDefinition(
            key: Settings.activityReminders,
            summary: "Whether reminders are sent at the times of single activities.",
            defaultValue: "on", allowed: ["on", "off"]),
        SettingDefinition(
            key: Settings.loggingReminders,
            summary: "Whether reminders to log are sent at the times of single activities.",
            defaultValue: "on", allowed: ["on", "off"]),
        SettingDefinition(
            key: Settings.categoryReminders,
            summary: "Whether reminders are sent at the times of categories.",
            defaultValue: "on", allowed: ["on", "off"]),
        SettingDefinition(
            key: Settings.weightReminders,
            summary: "Whether weighing, a near milestone and the weekly summary are reminded of.",
            defaultValue: "on", allowed: ["on", "off"]),
        SettingDefinition(
            key: Settings.goalNotifications,
            summary: "Whether reached milestones and shares of the goal weight are announced.",
            defaultValue: "on", allowed: ["on", "off"]),
        SettingDefinition(
            key: Settings.failureNotifications,
            summary: "Whether imports and backups that fail are reported.",
            defaultValue: "on", allowed: ["on", "off"]),
    ]

    package static func named(_ key: String) throws(Status) -> Self {
        guard let definition = all.first(where: { $0.key == key }) else {
            throw Status(
                .notFound, "There is no setting \"\(key)\".",
                hint: "Settings: \(all.map(\.key).joined(separator: ", ")).")
        }
        return definition
    }

    /// The parts of ``allowed`` that are values themselves, not forms such as `HH:MM`.
    package var choices: [String] { allowed.filter(accepts) }

    /// The value that a text stands for: the text, or with hours of two digits, as in `06:00` for
    /// `6:00`.
    /// - Throws: INVALID_ARGUMENT with what is allowed.
    package func value(of text: String) throws(Status) -> String {
        if accepts(text) { return text }
        let padded = text.replacing(#/\b\d:\d\d/#) { "0\($0.output)" }
        guard accepts(padded) else {
            throw Status(
                .invalidArgument, "\"\(text)\" is not a value of \(key).",
                hint: "Allowed: \(allowed.joined(separator: ", ")).")
        }
        return padded
    }
}
