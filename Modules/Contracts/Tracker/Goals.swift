package import CivilTime
import Memberwise
package import RPC
package import Tracker

/// Goals with linked activities and metrics. Served by the tracker worker.
package enum Goals {
    package static let service = "dayline.tracker.Goals"

    package static let add = Method<AddRequest, GoalResponse>(service, "Add")
    /// Changes a goal. Fields that are nil are unchanged.
    package static let edit = Method<EditRequest, GoalResponse>(service, "Edit")
    package static let list = Method<ListRequest, ListResponse>(service, "List", repeatable: true)
    package static let show = Method<GoalRequest, GoalResponse>(service, "Show", repeatable: true)
    /// Links an activity to a goal. FAILED_PRECONDITION if the activity cannot be linked.
    package static let link = Method<LinkRequest, GoalResponse>(service, "Link")
    package static let unlink = Method<UnlinkRequest, GoalResponse>(service, "Unlink")
    package static let pause = Method<GoalRequest, GoalResponse>(service, "Pause")
    package static let resume = Method<GoalRequest, GoalResponse>(service, "Resume")
    /// Moves a goal to the trash.
    package static let delete = Method<GoalRequest, GoalResponse>(service, "Delete")

    @Message
    package struct AddRequest: Codable, Hashable, WireValue {
        /// The title of the new goal; no other goal in use may have the title.
        package var title: String
        /// The last day to reach the goal, not before `on`; nil: no deadline.
        package var deadline: CivilDate? = nil
        /// A symbol name, such as `star.fill`, or an emoji; nil: `target`.
        package var icon: String? = nil
        /// The colour as `#RRGGBB`; nil: `#FF3B30`.
        package var color: String? = nil
        /// The day on which the goal is created, and from which the goal exists; nil: created
        /// today, and shown on all days.
        package var on: CivilDate? = nil
    }

    @Message
    package struct EditRequest: Codable, Hashable, WireValue {
        /// The title of a goal, a unique prefix of the title, or the identifier.
        package var goal: String
        /// The new title; nil: unchanged.
        package var title: String? = nil
        /// The last day to reach the goal, not before `on`; nil: unchanged.
        package var deadline: CivilDate? = nil
        /// True to remove the deadline, also if `deadline` is set; nil: false.
        package var withoutDeadline: Bool? = nil
        /// A symbol name, such as `star.fill`, or an emoji; nil: unchanged.
        package var icon: String? = nil
        /// The colour as `#RRGGBB`; nil: unchanged.
        package var color: String? = nil
        /// The day of the edit, which a new deadline must not precede; nil: today in the profile's
        /// zone.
        package var on: CivilDate? = nil
    }

    @Message
    package struct ListRequest: Codable, Hashable, WireValue {
        /// The day to answer as of; nil: today in the profile's zone.
        package var on: CivilDate? = nil
    }

    @Message
    package struct GoalRequest: Codable, Hashable, WireValue {
        /// The title of a goal, a unique prefix of the title, or the identifier.
        package var goal: String
        /// The day of the change, or the day to answer as of; nil: today in the profile's zone.
        package var on: CivilDate? = nil
    }

    @Message
    package struct LinkRequest: Codable, Hashable, WireValue {
        /// The title of a goal, a unique prefix of the title, or the identifier.
        package var goal: String
        /// The name, unique prefix of the name, or identifier of a top-level activity that is not a
        /// reminder.
        package var activity: String
        /// The role of the activity: `activity` counts with its completion rate, `metric` measures
        /// the progress; at most 5 metrics.
        package var role: GoalRole.Name
        /// The weight of the activity in the goal's consistency, above 0; nil: 1.
        package var weight: Double? = nil
        /// The value of a metric at the start, in the unit of the activity; nil: unknown. The role
        /// `activity` rejects the field.
        package var baseline: Double? = nil
        /// The value of a metric to reach, in the unit of the activity; nil: unknown. The role
        /// `activity` rejects the field.
        package var target: Double? = nil
        /// The wanted direction of a metric: `up` or `down`; nil: the direction from baseline to
        /// target. The role `activity` rejects the field.
        package var direction: Direction? = nil
        /// The first day of the link; nil: the first day of the goal.
        package var on: CivilDate? = nil
    }

    @Message
    package struct UnlinkRequest: Codable, Hashable, WireValue {
        /// The title of a goal, a unique prefix of the title, or the identifier.
        package var goal: String
        /// The name, unique prefix of the name, or identifier of a linked activity.
        package var activity: String
        /// The day from which the activity is no longer linked; nil: today in the profile's zone.
        package var on: CivilDate? = nil
    }

    /// The wanted direction of a metric.
    package enum Direction: String, CaseIterable, Codable, Hashable, Sendable {
        /// `up`: the value should increase. `down`: the value should decrease.
        case up, down
    }

    @Message
    package struct ListResponse: Codable, Hashable, WireValue {
        /// The goals outside of the trash, in list order.
        package var goals: [Goal]
    }

    @Message
    package struct GoalResponse: Codable, Hashable, WireValue {
        /// The goal as of the day of the request.
        package var goal: Goal
    }

    @Message
    package struct Goal: Codable, Hashable, Sendable {
        /// The identifier of the goal, which a change of the title does not change.
        package var id: String
        /// The title of the goal.
        package var title: String
        /// A symbol name, such as `star.fill`, or an emoji.
        package var icon: String
        /// The colour, by default `#FF3B30`.
        package var color: String
        /// The day on which the goal was created.
        package var created: CivilDate
        /// The last day to reach the goal; nil: no deadline.
        package var deadline: CivilDate?
        /// The days until the deadline, negative after the deadline; nil: no deadline.
        package var daysLeft: Int?
        /// True if the goal is paused by hand, or all linked activities are paused.
        package var paused: Bool
        /// True if a person paused the goal.
        package var pausedByHand: Bool
        /// The weighted mean of the activities' rates over 14 days, 0 to 1; nil: no activity
        /// counts.
        package var consistency: Double?
        /// The linked activities with the role `activity`.
        package var activities: [Contributor]
        /// The linked activities with the role `metric`.
        package var metrics: [Metric]
    }

    @Message
    package struct Contributor: Codable, Hashable, Sendable {
        /// The name of the activity.
        package var activity: String
        /// The weight of the activity in the goal's consistency, above 0.
        package var weight: Double
        /// The completion rate over the 14 days before the day of the request, and over that day if
        /// complete, 0 to 1.
        package var rate: Double
        /// The number of occurrences that were expected in the days of the rate; 0: the activity
        /// does not count.
        package var expected: Int
        /// The marks of the 14 days before the day of the request and of that day, oldest first.
        package var days: [Day]

        @Message
        package struct Day: Codable, Hashable, Sendable {
            /// The day of the mark.
            package var date: CivilDate
            /// The result of the day: `completed`, `skipped`, `missed`, `open`, or `none` if
            /// nothing was expected.
            package var mark: String
        }
    }

    @Message
    package struct Metric: Codable, Hashable, Sendable {
        /// The name of the activity.
        package var activity: String
        /// The unit of the values on the day of the request; nil: no unit.
        package var unit: String?
        /// The value at the start, in `unit`; nil: unknown, or not convertible to `unit`.
        package var baseline: Double?
        /// The value to reach, in `unit`; nil: unknown, or not convertible to `unit`.
        package var target: Double?
        /// The newest value, in `unit`; nil: none.
        package var latest: Double?
        /// The wanted direction, `up` or `down`; nil: unknown.
        package var direction: Direction?
        /// The share of the distance from baseline to target, 0 to 1; nil: a value is missing, or
        /// baseline equals target.
        package var progress: Double?
        /// The mean change of the value per `averagePeriod` since the baseline, in `unit`; nil: no
        /// baseline, no value, or no days between them.
        package var averageChange: Double?
        /// The period of `averageChange`: `day` below 14 days, `week` below 90 days, else `month`
        /// of 30.44 days; nil: no `averageChange`.
        package var averagePeriod: String?
    }
}
