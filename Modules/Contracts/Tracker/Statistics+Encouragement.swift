package import CivilTime
import Memberwise
package import Tracker

extension Statistics {
    /// Encouragements in order: improvements, open activities, and targets that no
    /// longer fit the history.
    @Message
    package struct Encouragement: Codable, Hashable, Sendable {
        package var improved: Improvement?
        package var nudge: LaggingActivity?
        package var targets: [TargetSuggestion]
    }

    /// Rates, 0 to 1, of the last seven days and of the seven before.
    @Message
    package struct Improvement: Codable, Hashable, Sendable {
        package var name: String
        package var before: Double
        package var now: Double
    }

    /// Of the last 14 days those with a number, and those of them that reached the target.
    @Message
    package struct TargetSuggestion: Codable, Hashable, Sendable {
        package var name: String
        package var target: Double
        package var suggested: Double
        package var unit: String?
        package var days: Int
        package var reached: Int
    }

    /// The activities of a type, the most recently logged first.
    @Message
    package struct TypeGroup: Codable, Hashable, Sendable {
        package var type: ActivityType
        package var activities: [LastEntry]
    }

    /// An activity with what was logged for it last; nil where nothing was.
    package struct LastEntry: Codable, Hashable, Sendable {
        package var name: String
        package var date: CivilDate?
        package var entry: LoggedEntry?

        package init(name: String, entry: LoggedEntry?) {
            self.name = name
            date = entry?.date
            self.entry = entry
        }
    }
}
