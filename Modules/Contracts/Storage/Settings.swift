import Memberwise
package import RPC
package import Tracker

/// A profile's settings, by key; served by the storage worker, which keeps text and no rules.
package enum Settings {
    package static let service = "dayline.storage.Settings"

    package static let list = Method<Empty, ListResponse>(
        service, "List", repeatable: true, access: .scope(.read))
    /// A null value removes the key. Can be undone, unless it is the interval chosen for a metric: that
    /// is how something is looked at, and changes no answer.
    package static let set = Method<SetRequest, Empty>(service, "Set", repeatable: true)

    /// The interval chosen for a metric is kept under this prefix and the metric's key.
    package static let intervalPrefix = "interval."
    /// An activity's identifier is kept under this prefix, where a metric has its key.
    package static let activityPrefix = "activity:"
    package static let weekStart = "weekStart"
    package static let unloggedIsZero = "unloggedIsZero"
    /// Key of the time at which a day ends; its value is a `DayEnd`.
    package static let dayEnd = "dayEnd"
    /// The units that health data is shown in: a `UnitSystem`.
    package static let units = "units"
    package static let milestoneInterval = "milestoneInterval"
    /// The most that one import may store or upload, in GB: a number of ``importLimitRange``.
    package static let importLimit = "importLimit"
    package static let importLimitRange = 1...1024
    package static let importLimitDefault = 8
    /// Key of the folder whose files are imported: an absolute path or `off`. A path is of the machine, so
    /// that only programs on the bus set it.
    package static let inbox = "inbox"
    /// Key of the size of new photos; its value is a ``PhotoSize``.
    package static let photoSize = "photoSize"
    /// Key of the format of new photos; its value is a ``PhotoFormat``.
    package static let photoFormat = "photoFormat"
    /// Key of the health sync of the weight log; its value is a ``WeightSyncMode``.
    package static let weightHealth = "weightHealth"

    /// Key of the quiet hours; its value is `off` or a `QuietHours`.
    package static let quietHours = "quietHours"
    /// Key of the time of the reminder of streaks that end with the day: `HH:MM` or `off`.
    package static let streakReminder = "reminderStreak"
    /// Keys of the switches of kinds of notifications: `on` or `off`.
    package static let activityReminders = "reminderActivities"
    package static let loggingReminders = "reminderLogging"
    package static let categoryReminders = "reminderCategories"
    package static let weightReminders = "reminderWeight"
    package static let goalNotifications = "notifyGoals"
    package static let failureNotifications = "notifyFailures"
    /// The times of an activity's reminders are stored under this prefix and its identifier.
    package static let activityTimesPrefix = "reminderTimes."

    /// The key of a reminder of a part of the day, such as `reminderMorning`.
    package static func reminder(_ part: DayPartReminder) -> String {
        "reminder" + part.rawValue.prefix(1).uppercased() + part.rawValue.dropFirst()
    }

    /// The health sync of the weight log.
    package enum WeightSyncMode: String, CaseIterable, Sendable {
        /// `off`: weight entries are not synced. `read`: weight entries are read from health data.
        case off, read
    }

    /// The size that new photos are reduced to.
    package enum PhotoSize: String, CaseIterable, Sendable {
        case fullHD = "1080p"
        case quadHD = "2k"
        case ultraHD = "4k"
        case original

        /// The greatest length of a side in pixels; that of a JPEG for `original`.
        package var pixels: Int {
            switch self {
            case .fullHD: 1920
            case .quadHD: 2560
            case .ultraHD: 3840
            case .original: 65_500
            }
        }
    }

    /// The format that new photos are stored in. A PNG stays a PNG.
    package enum PhotoFormat: String, CaseIterable, Sendable {
        case jpeg, heic, avif

        /// The ending of a file of the format.
        package var ending: String { self == .jpeg ? "jpg" : rawValue }
    }

    @Message
    package struct ListResponse: Codable, Hashable, WireValue {
        /// The values of the settings that were set, by key.
        package var values: [String: String]
    }

    @Message
    package struct SetRequest: Codable, Hashable, WireValue {
        /// The key of the setting, 1 to 200 bytes.
        package var key: String
        /// The new value, at most 64 KiB; nil: remove the setting, so that its default applies.
        package var value: String?
    }
}
