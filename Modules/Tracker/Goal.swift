package import CivilTime
import Memberwise

/// A goal of a person, reached through activities and measured by metrics.
@Memberwise
package struct Goal: Hashable, Codable, Sendable, Identifiable {
    package typealias ID = Identifier<Goal>

    package let id: ID
    package var title: String
    package var created: CivilDate
    package var appearance: Appearance = .goal
    package var deadline: CivilDate? = nil
    package var position = 0
    package var isPausedByHand = false
    package var deleted: CivilDate? = nil
    /// The first day of the goal; nil if the goal exists on all days.
    package var since: CivilDate? = nil
    /// The day of the pause by hand; nil if not paused, or paused since the first day.
    package internal(set) var pausedSince: CivilDate? = nil
    /// Past pauses and links; nil without any.
    package internal(set) var history: GoalHistory? = nil

    /// Days from `today` to the deadline, negative after the deadline; nil without a deadline.
    package func daysLeft(on today: CivilDate) -> Int? {
        deadline.map { today.distance(to: $0) }
    }

    /// True if the goal is paused by hand or all elements of `stopped`, one per link, are true. A goal
    /// without links is not paused by its links.
    package func isPaused(linksStopped stopped: [Bool]) -> Bool {
        isPausedByHand || (!stopped.isEmpty && stopped.allSatisfy { $0 })
    }
}

/// The link of an activity with a goal.
@Memberwise
package struct GoalLink: Hashable, Codable, Sendable, Identifiable {
    package typealias ID = Identifier<GoalLink>

    package let id: ID
    package var goal: Goal.ID
    package var activity: Activity.ID
    package var role: GoalRole
    /// The weight of the activity in the goal's consistency.
    package var weight: Double = 1
    /// The first day of the link; nil for the first day of the goal.
    package var since: CivilDate? = nil
}

/// The role of a linked activity: it contributes to the goal or measures it.
package enum GoalRole: Hashable, Codable, Sendable {
    case activity
    case metric(MetricTarget)

    package enum Name: String, CaseIterable, Codable, Sendable {
        case activity, metric
    }

    package var name: Name {
        switch self {
        case .activity: .activity
        case .metric: .metric
        }
    }
}

/// Baseline, target value and direction of a metric.
@Memberwise
package struct MetricTarget: Hashable, Codable, Sendable {
    package enum Direction: String, CaseIterable, Codable, Sendable {
        case increase, decrease
    }

    package var baseline: Double? = nil
    package var target: Double? = nil
    package var direction: Direction? = nil
    /// The unit of `baseline` and `target`; nil for the present unit of the activity.
    package var unit: String? = nil
}
