package import CivilTime
package import Tracker

extension Statistics {
    /// What is told first: something that goes better, something to do now, and targets that no
    /// longer fit.
    package struct Encouragement: Codable, Hashable, Sendable {
        package var improved: Improvement?
        package var nudge: LaggingActivity?
        package var targets: [TargetSuggestion]

        package init(improved: Improvement?, nudge: LaggingActivity?, targets: [TargetSuggestion]) {
            self.improved = improved
            self.nudge = nudge
            self.targets = targets
        }
    }

    /// Rates, 0 to 1, of the last seven days and of the seven before.
    package struct Improvement: Codable, Hashable, Sendable {
        package var name: String
        package var before: Double
        package var now: Double

        package init(name: String, before: Double, now: Double) {
            self.name = name
            self.before = before
            self.now = now
        }
    }

    /// Of the last 14 days those with a number, and those of them that reached the target.
    package struct TargetSuggestion: Codable, Hashable, Sendable {
        package var name: String
        package var target: Double
        package var suggested: Double
        package var unit: String?
        package var days: Int
        package var reached: Int

        package init(
            name: String, target: Double, suggested: Double, unit: String?, days: Int,
            reached: Int
        ) {
            self.name = name
            self.target = target
            self.suggested = suggested
            self.unit = unit
            self.days = days
            self.reached = reached
        }
    }

    /// The activities of a type, that which was logged last first.
    package struct TypeGroup: Codable, Hashable, Sendable {
        package var type: ActivityType
        package var activities: [LastEntry]

        package init(type: ActivityType, activities: [LastEntry]) {
            self.type = type
            self.activities = activities
        }
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
