/// An activity of another program with the settings that Dayline has.
public struct ImportedActivity: Hashable, Sendable {
    /// The identifier in the program, by which entries name the activity and a later import finds it,
    /// 1 to 200 bytes. Identifiers of programs that have none are derived from names.
    public var key: String
    /// Keys that earlier versions of the program had.
    public var aliases: [String]
    /// The name that people see.
    public var name: String
    /// The kind of its entries.
    public var kind: Kind
    /// The rule that says when the activity is due.
    public var schedule: Schedule
    /// `#RRGGBB`; nil for a colour by name.
    public var color: String?
    /// The name of a category, which is left out if the profile has none of that name.
    public var category: String?
    /// The first day, in days since 1970-01-01; nil for that of the first entry.
    public var created: Int?
    /// True if the activity is paused after its last entry.
    public var isArchived: Bool
    /// The times of its reminders in minutes since midnight.
    public var reminders: [Int]
    /// The ISO weekdays on which the reminders are sent, 1 Monday to 7 Sunday; empty: every day.
    public var reminderWeekdays: Set<Int>
    /// Texts of the program that Dayline has no setting for, by name. Exports to the same program
    /// write them again.
    public var attributes: [String: String]

    /// The kind of the entries of an activity.
    public enum Kind: Hashable, Sendable {
        /// Done or not.
        case checkbox
        /// Numbers of a day are added up; nil for a number without a target.
        case amount(unit: String?, target: Target?)
    }

    /// The number to reach, or not to exceed.
    public struct Target: Hashable, Sendable {
        /// The number in the unit of the activity.
        public var value: Double
        /// The period in which the number counts.
        public var period: Period
        /// True if the number is a limit that must not be exceeded.
        public var isAtMost: Bool

        /// A target of at least `value`, or of at most `value`.
        public init(_ value: Double, per period: Period = .day, isAtMost: Bool = false) {
            self.value = value
            self.period = period
            self.isAtMost = isAtMost
        }
    }

    /// The period of a target.
    public enum Period: String, Hashable, Sendable {
        case day, week, month
    }

    /// The rule that says when an activity is due.
    public enum Schedule: Hashable, Sendable {
        /// On each day.
        case daily
        /// ISO weekdays, 1 Monday to 7 Sunday.
        case weekly(Set<Int>)
        /// Every n days from the first day.
        case everyDays(Int)
        /// On any 1 to 7 days of each week.
        case timesAWeek(Int)
        /// On any 1 to 31 days of each month.
        case timesAMonth(Int)
    }

    /// An activity; without schedule and kind a checkbox that is due on each day.
    public init(
        key: String, name: String, kind: Kind = .checkbox, schedule: Schedule = .daily,
        aliases: [String] = [], color: String? = nil, category: String? = nil,
        created: Int? = nil, isArchived: Bool = false, reminders: [Int] = [],
        reminderWeekdays: Set<Int> = [], attributes: [String: String] = [:]
    ) {
        self.key = key
        self.name = name
        self.kind = kind
        self.schedule = schedule
        self.aliases = aliases
        self.color = color
        self.category = category
        self.created = created
        self.isArchived = isArchived
        self.reminders = reminders
        self.reminderWeekdays = reminderWeekdays
        self.attributes = attributes
    }
}
