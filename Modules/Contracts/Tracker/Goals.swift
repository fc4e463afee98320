package import CivilTime
import Memberwise
package import RPC
package import Tracker

/// Goals with linked activities and metrics. Served by the tracker worker.
package enum Goals {
    package static let service = "dayline.tracker.Goals"

    package static let add = Method<AddRequest, GoalResponse>(service, "Add")
    /// Fields that are nil are unchanged.
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

    @Message
    package struct AddRequest: Codable, Hashable, WireValue {
        package var title: String
        package var deadline: CivilDate? = nil
        package var icon: String? = nil
        package var color: String? = nil
        package var on: CivilDate? = nil
    }

    @Message
    package struct EditRequest: Codable, Hashable, WireValue {
        package var goal: String
        package var title: String? = nil
        package var deadline: CivilDate? = nil
        /// True to remove the deadline; nil: false.
        package var withoutDeadline: Bool? = nil
        package var icon: String? = nil
        package var color: String? = nil
        package var on: CivilDate? = nil
    }

    @Message
    package struct ListRequest: Codable, Hashable, WireValue {
        package var on: CivilDate? = nil
    }

    @Message
    package struct GoalRequest: Codable, Hashable, WireValue {
        /// Title or identifier.
        package var goal: String
        package var on: CivilDate? = nil
    }

    @Message
    package struct LinkRequest: Codable, Hashable, WireValue {
        package var goal: String
        package var activity: String
        package var role: GoalRole.Name
        /// Weight of the activity in the goal's progress; default 1.
        package var weight: Double? = nil
        package var baseline: Double? = nil
        package var target: Double? = nil
        package var direction: Direction? = nil
        package var on: CivilDate? = nil
    }

    @Message
    package struct UnlinkRequest: Codable, Hashable, WireValue {
        package var goal: String
        package var activity: String
        package var on: CivilDate? = nil
    }

    /// Where a metric should go.
    package enum Direction: String, CaseIterable, Codable, Hashable, Sendable {
        case up, down
    }

    @Message
    package struct ListResponse: Codable, Hashable, WireValue {
        /// In list order.
        package var goals: [Goal]
    }

    @Message
    package struct GoalResponse: Codable, Hashable, WireValue {
        package var goal: Goal
    }

    @Message
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
    }

    @Message
    package struct Contributor: Codable, Hashable, Sendable {
        package var activity: String
        package var weight: Double
        /// The completion rate over the 14 days before, and the day asked on where it is complete, 0 to 1.
        package var rate: Double
        package var expected: Int
        /// The marks of these days and of the day asked on, oldest first.
        package var days: [Day]

        @Message
        package struct Day: Codable, Hashable, Sendable {
            package var date: CivilDate
            /// `completed`, `skipped`, `missed`, `open`, or `none` where nothing was expected.
            package var mark: String
        }
    }

    @Message
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
    }
}
