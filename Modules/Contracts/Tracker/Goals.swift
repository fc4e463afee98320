package import CivilTime
package import RPC
package import Tracker

/// What a person works towards, through activities and seen in metrics. Served by the schedule
/// worker.
package enum Goals {
    package static let service = "dayline.tracker.Goals"

    package static let add = Method<AddRequest, GoalResponse>(service, "Add")
    /// What is nil stays.
    package static let edit = Method<EditRequest, GoalResponse>(service, "Edit")
    package static let list = Method<ListRequest, ListResponse>(service, "List", repeatable: true)
    package static let show = Method<GoalRequest, GoalResponse>(service, "Show", repeatable: true)
    /// Links an activity. FAILED_PRECONDITION when it cannot be linked.
    package static let link = Method<LinkRequest, GoalResponse>(service, "Link")
    package static let unlink = Method<UnlinkRequest, GoalResponse>(service, "Unlink")
    package static let pause = Method<GoalRequest, GoalResponse>(service, "Pause")
    package static let resume = Method<GoalRequest, GoalResponse>(service, "Resume")
    /// Puts a goal in the trash.
    package static let delete = Method<GoalRequest, GoalResponse>(service, "Delete")

    package struct AddRequest: Codable, Hashable, WireValue {
        package var title: String
        package var deadline: CivilDate?
        package var icon: String?
        package var color: String?
        package var on: CivilDate?

        package init(
            title: String, deadline: CivilDate? = nil, icon: String? = nil, color: String? = nil,
            on: CivilDate? = nil
        ) {
            self.title = title
            self.deadline = deadline
            self.icon = icon
            self.color = color
            self.on = on
        }
    }

    package struct EditRequest: Codable, Hashable, WireValue {
        package var goal: String
        package var title: String?
        package var deadline: CivilDate?
        /// Whether the deadline goes.
        package var withoutDeadline: Bool?
        package var icon: String?
        package var color: String?
        package var on: CivilDate?

        package init(
            goal: String, title: String? = nil, deadline: CivilDate? = nil,
            withoutDeadline: Bool? = nil, icon: String? = nil, color: String? = nil,
            on: CivilDate? = nil
        ) {
            self.goal = goal
            self.title = title
            self.deadline = deadline
            self.withoutDeadline = withoutDeadline
            self.icon = icon
            self.color = color
            self.on = on
        }
    }

    package struct ListRequest: Codable, Hashable, WireValue {
        package var on: CivilDate?

        package init(on: CivilDate? = nil) {
            self.on = on
        }
    }

    package struct GoalRequest: Codable, Hashable, WireValue {
        /// Title or identifier.
        package var goal: String
        package var on: CivilDate?

        package init(goal: String, on: CivilDate? = nil) {
            self.goal = goal
            self.on = on
        }
    }

    package struct LinkRequest: Codable, Hashable, WireValue {
        package var goal: String
        package var activity: String
        package var role: GoalRole.Name
        /// How much the activity counts among the goal's; 1 by default.
        package var weight: Double?
        package var baseline: Double?
        package var target: Double?
        package var direction: Direction?
        package var on: CivilDate?

        package init(
            goal: String, activity: String, role: GoalRole.Name, weight: Double? = nil,
            baseline: Double? = nil, target: Double? = nil, direction: Direction? = nil,
            on: CivilDate? = nil
        ) {
            self.goal = goal
            self.activity = activity
            self.role = role
            self.weight = weight
            self.baseline = baseline
            self.target = target
            self.direction = direction
            self.on = on
        }
    }

    package struct UnlinkRequest: Codable, Hashable, WireValue {
        package var goal: String
        package var activity: String
        package var on: CivilDate?

        package init(goal: String, activity: String, on: CivilDate? = nil) {
            self.goal = goal
            self.activity = activity
            self.on = on
        }
    }

    /// Where a metric should go.
    package enum Direction: String, CaseIterable, Codable, Hashable, Sendable {
        case up, down
    }

    package struct ListResponse: Codable, Hashable, WireValue {
        /// In list order.
        package var goals: [Goal]

        package init(goals: [Goal]) {
            self.goals = goals
        }
    }

    package struct GoalResponse: Codable, Hashable, WireValue {
        package var goal: Goal

        package init(goal: Goal) {
            self.goal = goal
        }
    }

    package struct Goal: Codable, Hashable, Sendable {
        package var id: String
        package var title: String
        package var icon: String
        package var color: String
        package var created: CivilDate
        package var deadline: CivilDate?
        /// Negative when the deadline has passed.
        package var daysLeft: Int?
        /// By hand, or because all that is linked to it is.
        package var paused: Bool
        package var pausedByHand: Bool
        /// The weighted mean of the activities' rates over 14 days, 0 to 1; nil when nothing counts.
        package var consistency: Double?
        package var activities: [Contributor]
        package var metrics: [Metric]

        package init(
            id: String, title: String, icon: String, color: String, created: CivilDate,
            deadline: CivilDate?, daysLeft: Int?, paused: Bool, pausedByHand: Bool,
            consistency: Double?, activities: [Contributor], metrics: [Metric]
        ) {
            self.id = id
            self.title = title
            self.icon = icon
            self.color = color
            self.created = created
            self.deadline = deadline
            self.daysLeft = daysLeft
            self.paused = paused
            self.pausedByHand = pausedByHand
            self.consistency = consistency
            self.activities = activities
            self.metrics = metrics
        }
    }

    package struct Contributor: Codable, Hashable, Sendable {
        package var activity: String
        package var weight: Double
        /// The completion rate over the 14 days before, and the day asked on where it is complete, 0 to 1.
        package var rate: Double
        package var expected: Int
        /// The marks of these days and of the day asked on, oldest first.
        package var days: [Day]

        package init(
            activity: String, weight: Double, rate: Double, expected: Int, days: [Day]
        ) {
            self.activity = activity
            self.weight = weight
            self.rate = rate
            self.expected = expected
            self.days = days
        }

        package struct Day: Codable, Hashable, Sendable {
            package var date: CivilDate
            /// `completed`, `skipped`, `missed`, `open`, or `none` where nothing was expected.
            package var mark: String

            package init(date: CivilDate, mark: String) {
                self.date = date
                self.mark = mark
            }
        }
    }

    package struct Metric: Codable, Hashable, Sendable {
        package var activity: String
        package var unit: String?
        package var baseline: Double?
        package var target: Double?
        package var latest: Double?
        package var direction: Direction?
        /// 0 to 1; nil while something is missing.
        package var progress: Double?
        /// The change in `averagePeriod`, since the goal began.
        package var averageChange: Double?
        /// `day`, `week` or `month`.
        package var averagePeriod: String?

        package init(
            activity: String, unit: String?, baseline: Double?, target: Double?, latest: Double?,
            direction: Direction?, progress: Double?, averageChange: Double?, averagePeriod: String?
        ) {
            self.activity = activity
            self.unit = unit
            self.baseline = baseline
            self.target = target
            self.latest = latest
            self.direction = direction
            self.progress = progress
            self.averageChange = averageChange
            self.averagePeriod = averagePeriod
        }
    }
}
