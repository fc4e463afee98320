package import CivilTime
import Memberwise
package import Tracker

extension Statistics {
    /// Encouragements in order: improvements, open activities, and targets that no longer fit the
    /// history.
    @Message
    package struct Encouragement: Codable, Hashable, Sendable {
        /// The activity with the largest increase of its rate, at least 0.1; nil: none.
        package var improved: Improvement?
        /// The open activity with the lowest rate, if below 0.5; nil: none.
        package var nudge: LaggingActivity?
        /// Suggested targets for activities whose target no longer fits, in list order.
        package var targets: [TargetSuggestion]
    }

    /// The rates of the last seven days and of the seven days before, 0 to 1.
    @Message
    package struct Improvement: Codable, Hashable, Sendable {
        /// The identifier of the activity.
        package var id: Activity.ID
        /// The name of the activity.
        package var name: String
        /// The completion rate of the seven days before the last seven days, 0 to 1.
        package var before: Double
        /// The completion rate of the last seven days, 0 to 1.
        package var now: Double
    }

    /// A suggested target, from the numbers of the 14 days before the day of the request.
    @Message
    package struct TargetSuggestion: Codable, Hashable, Sendable {
        /// The identifier of the activity.
        package var id: Activity.ID
        /// The name of the activity.
        package var name: String
        /// The present target of a day, in `unit`.
        package var target: Double
        /// The suggested target: the mean of the days, rounded to two significant digits, in
        /// `unit`.
        package var suggested: Double
        /// The unit of the targets; nil: no unit.
        package var unit: String?
        /// The number of days with a number and a target in the 14 days before the day of the
        /// request, 7 to 14.
        package var days: Int
        /// The number of these days that reached the target of the day.
        package var reached: Int
    }

    /// The activities of a type, the most recently logged first.
    @Message
    package struct TypeGroup: Codable, Hashable, Sendable {
        /// The type of the activities: `checkbox`, `value`, `cumulative`, `container`, `metric` or
        /// `answer`.
        package var type: ActivityType
        /// The activities of the type, the most recently logged first.
        package var activities: [LastEntry]
    }

    /// An activity with its last entry.
    package struct LastEntry: Codable, Hashable, Sendable {
        /// The name of the activity.
        package var name: String
        /// The day of the last entry; nil: nothing was logged.
        package var date: CivilDate?
        /// The last entry; nil: nothing was logged.
        package var entry: LoggedEntry?

        package init(name: String, entry: LoggedEntry?) {
            self.name = name
            date = entry?.date
            self.entry = entry
        }
    }
}
