import Memberwise
package import RPC
package import Tracker

/// The settings of a profile by key. Served by the storage worker, which stores texts and knows no
/// rules.
package enum Settings {
    package static let service = "dayline.storage.Settings"

    package static let list = Method<Empty, ListResponse>(
        service, "List", repeatable: true, access: .scope(.read))
    /// Lists the inboxes of all profiles, in one query for any number of profiles.
    package static let inboxes = Method<Empty, InboxesResponse>(
        service, "Inboxes", repeatable: true)
    /// Sets a setting; a null value removes it. The change can be undone, except that of the
    /// interval of a metric, which only affects how data is shown.
    package static let set = Method<SetRequest, Empty>(service, "Set", repeatable: true)

    /// The prefix of the keys of chosen intervals; the key of the metric follows.
    package static let intervalPrefix = "interval."
    /// The prefix of the identifier of an activity, in place of the key of a metric.
    package static let activityPrefix = "activity:"
    package static let weekStart = "weekStart"
    package static let unloggedIsZero = "unloggedIsZero"
    /// Key of the time at which a day ends; its value is a `DayEnd`.
    package static let dayEnd = "dayEnd"
    /// Key of the times at which the parts of the day begin; its value is a `DayParts`.
    package static let dayParts = "dayParts"
    /// Key of the units of shown health data; its value is a `UnitSystem`.
    package static let units = "units"
    package static let milestoneInterval = "milestoneInterval"
    /// Key of the size limit of one import or upload, in GB; its value is a number of
    /// ``importLimitRange``.
    package static let importLimit = "importLimit"
    package static let importLimitRange = 1...1024
    package static let importLimitDefault = 8
    /// Key of the folder whose files are imported: an absolute path or `off`. The path is one of
    /// this machine, so that only programs on the bus may set it.
    package static let inbox = "inbox"
    /// Key of the switch that stores imported files: `on` or `off`.
    package static let originals = "originals"
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
    /// The prefix of the keys of an activity's reminder times; the identifier of the activity
    /// follows.
    package static let activityTimesPrefix = "reminderTimes."

    /// The parts of the day with the stored values of a profile.
    package static func partsOfDay(_ values: [String: String]) -> DayParts {
        values[dayParts].flatMap { DayParts($0) } ?? .standard
    }

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

        /// The maximum length of a side in pixels; that of a JPEG for `original`.
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

        /// The file name extension of the format.
        package var ending: String { self == .jpeg ? "jpg" : rawValue }
    }

    @Message
    package struct ListResponse: Codable, Hashable, WireValue {
        /// The values of the settings that were set, by key.
        package var values: [String: String]
    }

    @Message
    package struct InboxesResponse: Codable, Hashable, WireValue {
        /// The profiles with the setting ``inbox``, ascending by name.
        package var inboxes: [ProfileInbox]
    }

    @Described
    package struct ProfileInbox: Codable, Hashable, Sendable {
        /// The name of the profile.
        package var profile: String
        /// The value of the setting.
        package var path: String

        package init(profile: String, path: String) {
            self.profile = profile
            self.path = path
        }
    }

    @Message
    package struct SetRequest: Codable, Hashable, WireValue {
        /// The key of the setting, 1 to 200 bytes.
        package var key: String
        /// The new value, at most 64 KiB; nil: remove the setting, so that its default applies.
        package var value: String?
    }
}
