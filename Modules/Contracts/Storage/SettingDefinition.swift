import HealthMetrics
import Milestones
package import RPC
import Tracker

/// A setting that a person may change, with its accepted values and its default.
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
    /// The reason why a text is refused; nil: only that the text is not a value.
    private let problem: @Sendable (String) -> String?

    /// A setting with a fixed list of values.
    private init(key: String, summary: String, defaultValue: String, allowed: [String]) {
        self.init(
            key: key, summary: summary, defaultValue: defaultValue, allowed: allowed,
            accepts: allowed.contains)
    }

    private init(
        key: String, summary: String, defaultValue: String, allowed: [String],
        accepts: @escaping @Sendable (String) -> Bool,
        problem: @escaping @Sendable (String) -> String? = { _ in nil }
    ) {
        self.key = key
        self.summary = summary
        self.defaultValue = defaultValue
        self.allowed = allowed
        self.accepts = accepts
        self.problem = problem
    }

    /// All settings, in order.
    package static let all =
        [
            SettingDefinition(
                key: Settings.weekStart, summary: "The first day of a week.",
                defaultValue: "monday",
                allowed: ["monday", "sunday", "saturday"]),
            SettingDefinition(
                key: Settings.unloggedIsZero,
                summary: "Whether a day or period without an entry meets a limit.",
                defaultValue: "off", allowed: ["on", "off"]),
            SettingDefinition(
                key: Settings.dayEnd,
                summary: "The time at which the day ends, for logging and views.",
                defaultValue: "00:00", allowed: [DayEnd.format],
                accepts: { DayEnd($0) != nil }),
            SettingDefinition(
                key: Settings.dayParts,
                summary: "The times at which morning, afternoon and evening begin.",
                defaultValue: DayParts.standard.text, allowed: [DayParts.format],
                accepts: { DayParts($0) != nil }, problem: { DayParts.problem(of: $0) }),
            SettingDefinition(
                key: Settings.units,
                summary: "The units of shown health data; logged values keep their units.",
                defaultValue: UnitSystem.metric.rawValue,
                allowed: UnitSystem.allCases.map(\.rawValue)),
            SettingDefinition(
                key: Settings.milestoneInterval,
                summary: "The interval between weight milestones: 5, 10, 15 lb or 2, 5, 7 kg.",
                defaultValue: MilestoneInterval.default.rawValue,
                allowed: MilestoneInterval.allCases.map(\.rawValue)),
            SettingDefinition(
                key: Settings.weightHealth,
                summary: "Whether weight entries are read from health data, one for each day.",
                defaultValue: Settings.WeightSyncMode.off.rawValue,
                allowed: Settings.WeightSyncMode.allCases.map(\.rawValue)),
            SettingDefinition(
                key: Settings.photoSize,
                summary: "The maximum size of new photos; original keeps their pixels.",
                defaultValue: Settings.PhotoSize.ultraHD.rawValue,
                allowed: Settings.PhotoSize.allCases.map(\.rawValue)),
            SettingDefinition(
                key: Settings.photoFormat,
                summary: "The format of new photos; a PNG stays a PNG.",
                defaultValue: Settings.PhotoFormat.jpeg.rawValue,
                allowed: Settings.PhotoFormat.allCases.map(\.rawValue)),
            SettingDefinition(
                key: Settings.importLimit,
                summary: "The size limit of one import or upload, in GB.",
                defaultValue: String(Settings.importLimitDefault),
                allowed: [
                    "\(Settings.importLimitRange.lowerBound) to "
                        + "\(Settings.importLimitRange.upperBound)"
                ],
                accepts: { Int($0).map(Settings.importLimitRange.contains) ?? false }),
            SettingDefinition(
                key: Settings.originals,
                summary: "Whether imported files are stored, to download or import them again.",
                defaultValue: "off", allowed: ["on", "off"]),
        ]
        + DayPartReminder.allCases.map { part in
            SettingDefinition(
                key: Settings.reminder(part),
                summary: "The times and condition of the \(part.rawValue) reminder.",
                defaultValue: DayPartReminderSetting(part).text,
                allowed: DayPartReminderSetting.formats,
                accepts: { DayPartReminderSetting($0) != nil })
        }
        + notifications

    /// The settings of notifications, except the reminders of the parts of the day.
    private static let notifications: [SettingDefinition] = [
        SettingDefinition(
            key: Settings.quietHours,
            summary: "The hours without notifications; reminders wait until they end.",
            defaultValue: "off", allowed: QuietHours.formats,
            accepts: { $0 == "off" || QuietHours($0) != nil }),
        SettingDefinition(
            key: Settings.streakReminder,
            summary: "The time of the reminder of streaks that end with the day.",
            defaultValue: "20:00", allowed: ["off", "HH:MM"],
            accepts: { $0 == "off" || minuteOfDay($0) != nil }),
        SettingDefinition(
            key: Settings.activityReminders,
            summary: "Whether reminders of single activities are sent.",
            defaultValue: "on", allowed: ["on", "off"]),
        SettingDefinition(
            key: Settings.loggingReminders,
            summary: "Whether reminders to log are sent at the times of single activities.",
            defaultValue: "on", allowed: ["on", "off"]),
        SettingDefinition(
            key: Settings.categoryReminders,
            summary: "Whether reminders of categories are sent.",
            defaultValue: "on", allowed: ["on", "off"]),
        SettingDefinition(
            key: Settings.weightReminders,
            summary: "Whether reminders of the weight log and its weekly summary are sent.",
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

    /// The elements of ``allowed`` that are values themselves, not forms such as `HH:MM`.
    package var choices: [String] { allowed.filter(accepts) }

    /// The value of a text: the text itself, or the text with hours of two digits, such as `06:00`
    /// for `6:00`.
    /// - Throws: INVALID_ARGUMENT with the accepted values.
    package func value(of text: String) throws(Status) -> String {
        if accepts(text) { return text }
        let padded = text.replacing(#/\b\d:\d\d/#) { "0\($0.output)" }
        guard accepts(padded) else {
            throw Status(
                .invalidArgument,
                problem(padded) ?? "\"\(text)\" is not a value of \(key).",
                hint: "Allowed: \(allowed.joined(separator: ", ")).")
        }
        return padded
    }
}
