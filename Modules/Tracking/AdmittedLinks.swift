/// The links of goals, each admitted by the rules beside those that came before it.
package struct AdmittedLinks: Sendable {
    private struct OfGoal {
        var activities: Set<Activity.ID> = []
        var metrics = 0
    }

    private var goals: [Goal.ID: OfGoal] = [:]
    private var known: Set<GoalLink.ID> = []

    package init() {}

    /// Admits a link of an activity, unless it breaks a rule. One that is known is admitted again.
    /// - Returns: The rule that it breaks.
    package mutating func admit(_ link: GoalLink, of activity: Activity) -> LinkRefusal? {
        guard !known.contains(link.id) else { return nil }
        let present = goals[link.goal] ?? OfGoal()
        let refusal = activity.linkRefusal(
            as: link.role.name, linked: present.activities, metrics: present.metrics)
        guard refusal == nil else { return refusal }
        known.insert(link.id)
        goals[link.goal, default: OfGoal()].activities.insert(activity.id)
        if link.role.name == .metric { goals[link.goal, default: OfGoal()].metrics += 1 }
        return nil
    }
}
