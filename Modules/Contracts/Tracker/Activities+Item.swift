package import CivilTime
import Memberwise
import RPC
package import Tracker

extension Activities {
    /// An activity with the names of its category, container and children.
    @Described
    package struct Item: Codable, Hashable, WireValue {
        /// The identifier of the activity, which a rename does not change.
        package var id: Activity.ID
        /// The name of the activity.
        package var name: String
        /// The type of the activity: `checkbox`, `value`, `cumulative`, `container`, `metric` or
        /// `answer`.
        package var type: ActivityType
        /// The days on which the activity is due: a `type` of `daily`, `weekly`, `monthly`, `every`
        /// (n days or weeks), `times` (n days of a week or month), `sticky` or `adhoc` with its
        /// days.
        package var schedule: Schedule
        /// The sessions of a day, at least one, earliest first: `allDay`, `morning`, `afternoon` or
        /// `evening`. With planned hours, the part of the day in which they begin by the setting
        /// `dayParts`.
        package var slots: [Slot]
        /// True if the only part of the day follows from the planned hours; nil: it does not.
        package var followsHours: Bool?
        /// The planned time of day; nil: none.
        package var window: TimeWindow?
        /// The number to reach, in `unit`, 0 or more; nil: no target.
        package var target: Double?
        /// The time that the target is for: `day`, `week` or `month`; nil: no target.
        package var per: Activities.TargetPeriod?
        /// True if the target is the most that its time may have; nil: false.
        package var atMost: Bool?
        /// The unit of the numbers; nil: numbers without a unit, or a type without numbers.
        package var unit: String?
        /// The least accepted number, in `unit`; nil: 0.
        package var minimum: Double?
        /// The greatest accepted number, in `unit`; nil: no limit.
        package var maximum: Double?
        /// The function that combines the numbers of a day: `sum` or `average`; nil: not a
        /// cumulative activity.
        package var mode: Accumulation?
        /// The kind of measurement of a metric activity: `photo`, `value`, `checkbox` or `notes`;
        /// nil: another type.
        package var measures: Measurement.Name?
        /// The names of the views of a photo metric; nil: not a photo metric.
        package var views: [String]?
        /// The answers to choose from; nil: not an answer of the form `choice`.
        package var options: [String]?
        /// The form of the answers: `text`, `choice` or `time`; nil: not an activity of type
        /// `answer`.
        package var answer: String?
        /// True if a missed occurrence stays open on later days, at most 60.
        package var carryForward: Bool
        /// The linked health metric and the direction of the sync; nil: no link.
        package var health: HealthLink?
        /// True if the activity is only read from health data, and is neither listed nor expected.
        package var isPassive: Bool
        /// A symbol name, such as `star.fill`, or an emoji.
        package var icon: String
        /// The colour as `#RRGGBB`.
        package var color: String
        /// The name of the category; nil: none, or a category in the trash.
        package var category: String?
        /// The name of the container, or while the activity is paused that of the container to
        /// return to; nil: top level.
        package var container: String?
        /// The name of the activity after which this activity is listed; nil: none.
        package var after: String?
        /// The first day of the activity.
        package var created: CivilDate
        /// The last day before the pause; nil: not paused.
        package var pausedSince: CivilDate?
        /// The day on which the activity was moved to the trash; nil: in use.
        package var deleted: CivilDate?
        /// The day on which a reminder was done; nil: an open reminder, another activity, or the
        /// response to a change.
        package var doneOn: CivilDate?
        /// The version number of the stored activity; an edit can require the expected revision.
        package var revision: Int64
        /// The names of the direct children in list order; empty: not a container, or an empty
        /// container.
        package var children: [String]
        /// Earlier configurations, oldest first; nil: a response other than that of `Show`.
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
            per = target.map { _ in
                switch configuration.kind.targetPeriod?.name {
                case .week: .week
                case .month: .month
                case nil: .day
                }
            }
            atMost = configuration.kind.quantity?.isLimit == true ? true : nil
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
        /// The first day, inclusive.
        package var from: CivilDate
        /// The last day, inclusive.
        package var to: CivilDate
        /// The settings of the activity that were valid on these days.
        package var configuration: Configuration
    }
}
