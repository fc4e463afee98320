import CivilTime
import Contracts
import NaturalInput
import RPC
import Tracker
import TrackerRules

extension ProfileSnapshot {
    /// Goals that are not in the trash, in list order.
    var goals: [Goal] {
        catalog.goals.values.filter { $0.deleted == nil }
            .sorted { ($0.position, $0.title, $0.id) < ($1.position, $1.title, $1.id) }
    }

    /// The catalog with goals as of a day; nil for the present.
    func catalog(asOf day: CivilDate?) -> Catalog { day.map(catalog.withGoals) ?? catalog }

    /// The goal with an identifier, title or unique prefix of a title.
    /// - Throws: NOT_FOUND with the closest title, or INVALID_ARGUMENT if several titles have the
    ///   prefix.
    func goal(_ typed: String) throws -> Goal {
        if let goal = catalog.goals[Goal.ID(typed)], goal.deleted == nil { return goal }
        return try Self.candidate(
            named: typed, in: goals, \.title, kind: "goal",
            hint: "Create it with: dayline goal add \(quoted(typed))")
    }

    /// The title without white space around it.
    /// - Throws: INVALID_ARGUMENT for an invalid title, ALREADY_EXISTS if another goal has it.
    func checked(title: String, excluding id: Goal.ID? = nil) throws(Status) -> String {
        let title = try checkedName(title, of: "a goal")
        try checkUnique(title: title, excluding: id)
        return title
    }

    /// - Throws: ALREADY_EXISTS if another goal has the title.
    func checkUnique(title: String, excluding id: Goal.ID? = nil) throws(Status) {
        let folded = NameMatch.normalized(title)
        if let other = goals.first(where: {
            NameMatch.normalized($0.title) == folded && $0.id != id
        }) {
            throw Status(
                .alreadyExists, "There is a goal called \"\(other.title)\" already.",
                hint: "Change it with: dayline goal edit \(quoted(other.title))")
        }
    }

    /// The goal as in a response, with its links from `catalog`.
    func item(_ goal: Goal, in catalog: Catalog, asOf today: CivilDate) -> Goals.Goal {
        let goal = catalog.goals[goal.id] ?? goal
        let status = history.goalStatus(of: goal, in: catalog, asOf: today)
        return Goals.Goal(
            id: goal.id.rawValue, title: goal.title, icon: goal.appearance.icon,
            color: goal.appearance.color, created: goal.created, deadline: goal.deadline,
            daysLeft: goal.daysLeft(on: today), paused: status.isPaused,
            pausedByHand: goal.isPausedByHand, consistency: status.consistency,
            activities: status.activities.map { contributor in
                Goals.Contributor(
                    activity: name(of: contributor.link.activity) ?? "",
                    weight: contributor.link.weight, rate: contributor.rate.value,
                    expected: contributor.rate.expected,
                    days: contributor.marks.enumerated().map { index, mark in
                        Goals.Contributor.Day(
                            date: today.advanced(by: index + 1 - contributor.marks.count),
                            mark: mark.rawValue)
                    })
            },
            metrics: status.metrics.map { item($0, asOf: today) })
    }

    func item(_ metric: GoalStatus.Metric, asOf today: CivilDate) -> Goals.Metric {
        let activity = catalog.activities[metric.link.activity]
        return Goals.Metric(
            activity: activity?.name ?? "",
            unit: activity?.configuration(on: today).kind.quantity?.unit,
            baseline: metric.target.baseline, target: metric.target.target, latest: metric.latest,
            direction: metric.target.targetDirection.map { $0 == .increase ? .up : .down },
            progress: metric.progress, averageChange: metric.average?.rate,
            averagePeriod: metric.average?.period.rawValue)
    }
}
