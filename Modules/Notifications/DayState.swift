package import CivilTime
import Memberwise
package import Milestones
package import Tracker

/// The facts of a day on which the conditions of reminders depend.
@Memberwise
package struct DayState: Hashable, Sendable {
    package var day: CivilDate
    package var isVacation: Bool = false
    /// The texts of the parts of the day whose condition holds.
    package var parts: [DayPartReminder: ReminderText] = [:]
    /// The open activities, each once, in the order of the agenda.
    package var open: [OpenActivity] = []
    /// The current streaks in days, by activity; activities that count weeks or months are absent.
    package var streaks: [Activity.ID: Int] = [:]
    /// Nil: no weights are known, so that nothing about weights is sent.
    package var weight: WeightState? = nil
}

/// An activity that is open on a day.
@Memberwise
package struct OpenActivity: Hashable, Sendable {
    package var id: Activity.ID
    package var name: String
    /// Nil: no category.
    package var category: Category.ID? = nil
}

/// The weight log and the milestones on the way to the goal.
@Memberwise
package struct WeightState: Hashable, Sendable {
    /// Oldest first.
    package var entries: [WeightEntry]
    /// Nil: no goal, or no start weight.
    package var plan: MilestonePlan? = nil
    /// The targets that were reached, with the day, in order from the start.
    package var reached: [ReachedTarget] = []

    /// A target of the plan, in its unit.
    @Memberwise
    package struct ReachedTarget: Hashable, Sendable {
        package var target: Double
        package var day: CivilDate
    }
}

/// Title and body of a notification.
@Memberwise
package struct ReminderText: Hashable, Codable, Sendable {
    package var title: String
    /// Empty: the title is all.
    package var body: String = ""

    /// Title and body on one line.
    package var line: String { body.isEmpty ? title : "\(title): \(body)" }
}
