package import CivilTime
import Memberwise
import RPC
package import Tracker

extension Activities {
    /// An activity as people see it: others are named by their names.
    @Described
    package struct Item: Codable, Hashable, WireValue {
        package var id: Activity.ID
        package var name: String
        package var type: ActivityType
        package var schedule: Schedule
        package var slots: [Slot]
        package var window: TimeWindow?
        package var target: Double?
        package var unit: String?
        package var minimum: Double?
        package var maximum: Double?
        package var mode: Accumulation?
        package var measures: Measurement.Name?
        package var views: [String]?
        package var options: [String]?
        package var answer: String?
        package var carryForward: Bool
        package var health: HealthLink?
        package var isPassive: Bool
        package var icon: String
        package var color: String
        package var category: String?
        package var container: String?
        package var after: String?
        package var created: CivilDate
        /// The last day before its pause; nil while it is not paused.
        package var pausedSince: CivilDate?
        package var deleted: CivilDate?
        /// The day on which a reminder was done; nil while it is open, and for other activities.
        package var doneOn: CivilDate?
        package var revision: Int64
        package var children: [String]
        /// Earlier configurations, oldest first; nil in lists.
        package var history: [PastConfiguration]?

        package init(_ activity: Activity, revision: Int64) {
            let configuration = activity.configuration
            id = activity.id
            name = activity.name
            type = configuration.kind.type
            schedule = configuration.schedule
            slots = configuration.sessions
            window = configuration.window
            target = configuration.kind.quantity?.target
            unit = configuration.kind.quantity?.unit
            minimum = configuration.kind.quantity?.minimum
            maximum = configuration.kind.quantity?.maximum
            switch configuration.kind {
            case .cumulative(_, let accumulation):
                mode = accumulation
            case .metric(let measurement):
                measures = measurement.name
                if case .photo(let views) = measurement { self.views = views }
            case .answer(.choice(let options)):
                (answer, self.options) = ("choice", options)
            case .answer(.text):
                answer = "text"
            case .answer(.time):
                answer = "time"
            case .checkbox, .value, .container:
                break
            }
            carryForward = configuration.carriesForward
            health = configuration.health
            isPassive = configuration.isPassive
            icon = activity.appearance.icon
            color = activity.appearance.color
            created = activity.created
            pausedSince = activity.pause?.since
            deleted = activity.deleted
            self.revision = revision
            children = []
        }
    }

    /// The configuration of an activity over a range of days, both ends included.
    @Message
    package struct PastConfiguration: Codable, Hashable, Sendable {
        package var from: CivilDate
        package var to: CivilDate
        package var configuration: Configuration
    }
}
