package import CivilTime

/// Something a person works towards through activities, and sees in metrics.
package struct Goal: Hashable, Codable, Sendable, Identifiable {
    package typealias ID = Identifier<Goal>

    package let id: ID
    package var title: String
    package var appearance: Appearance
    package var deadline: CivilDate?
    package var created: CivilDate
    /// The first day that it is there on, where that was said; nil: it is there on all days.
    package var since: CivilDate?
    package var position: Int
    package var isPausedByHand: Bool
    /// The day that it was paused by hand on; nil: its first, or not paused.
    package internal(set) var pausedSince: CivilDate?
    /// Nil as long as there is none.
    package internal(set) var history: GoalHistory?
    package var deleted: CivilDate?

    package init(
        id: ID, title: String, created: CivilDate, appearance: Appearance = .goal,
        deadline: CivilDate? = nil, position: Int = 0, isPausedByHand: Bool = false,
        deleted: CivilDate? = nil
    ) {
        self.id = id
        self.title = title
        self.created = created
        self.appearance = appearance
        self.deadline = deadline
        self.position = position
        self.isPausedByHand = isPausedByHand
        self.deleted = deleted
    }

    /// Days from `today` to the deadline, negative when it has passed.
    package func daysLeft(on today: CivilDate) -> Int? {
        deadline.map { today.distance(to: $0) }
    }

    /// Paused by hand, or because everything linked to it is paused: `stopped` says so for each
    /// link. A goal without links is not paused.
    package func isPaused(linksStopped stopped: [Bool]) -> Bool {
        isPausedByHand || (!stopped.isEmpty && stopped.allSatisfy { $0 })
    }
}

/// What an activity is to a goal.
package struct GoalLink: Hashable, Codable, Sendable, Identifiable {
    package typealias ID = Identifier<GoalLink>

    package let id: ID
    package var goal: Goal.ID
    package var activity: Activity.ID
    package var role: GoalRole
    /// How much it counts among the goal's activities.
    package var weight: Double
    /// The first day that it holds on, where that was said; nil: as the goal.
    package var since: CivilDate?

    package init(
        id: ID, goal: Goal.ID, activity: Activity.ID, role: GoalRole, weight: Double = 1,
        since: CivilDate? = nil
    ) {
        self.id = id
        self.goal = goal
        self.activity = activity
        self.role = role
        self.weight = weight
        self.since = since
    }
}

/// Whether an activity contributes to a goal or measures it.
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

/// Where a metric starts and where it should go.
package struct MetricTarget: Hashable, Codable, Sendable {
    package enum Direction: String, CaseIterable, Codable, Sendable {
        case increase, decrease
    }

    package var baseline: Double?
    package var target: Double?
    package var direction: Direction?
    /// Of baseline and target; nil: the unit that the activity has now.
    package var unit: String?

    package init(
        baseline: Double? = nil, target: Double? = nil, direction: Direction? = nil,
        unit: String? = nil
    ) {
        self.baseline = baseline
        self.target = target
        self.direction = direction
        self.unit = unit
    }
}
