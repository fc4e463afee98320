package import CivilTime

extension Catalog {
    package mutating func add(_ goal: Goal) {
        var added = goal
        let positions = goals.values.filter { $0.deleted == nil }.map(\.position)
        added.position = (positions.max() ?? -1) + 1
        goals[goal.id] = added
    }

    /// Changes a goal. Setting `deleted` moves the goal to the trash, nil restores it.
    package mutating func edit(
        _ id: Goal.ID, _ change: (inout Goal) -> Void
    ) throws(CatalogError) {
        guard var edited = goals[id] else { throw .unknownGoal(id) }
        change(&edited)
        goals[id] = edited
    }

    /// The links of a goal to activities that are not deleted, in list order of the activities.
    package func links(of goal: Goal.ID) -> [GoalLink] {
        links.filter { link in
            guard let activity = activities[link.activity] else { return false }
            return link.goal == goal && activity.deleted == nil
        }.sorted { (position(of: $0), $0.id) < (position(of: $1), $1.id) }
    }

    private func position(of link: GoalLink) -> Int { activities[link.activity]?.position ?? 0 }

    /// Links an activity to a goal; throws if the activity cannot be linked.
    package mutating func link(_ link: GoalLink) throws(CatalogError) {
        guard let goal = goals[link.goal], goal.deleted == nil else {
            throw .unknownGoal(link.goal)
        }
        let linked = try activity(link.activity)
        let present = links(of: link.goal)
        let refusal = linked.linkRefusal(
            as: link.role.name, linked: Set(present.map(\.activity)),
            metrics: present.count { $0.role.name == .metric })
        if let refusal { throw .link(refusal, of: link.activity) }
        links.append(link)
    }

    /// Removes a link from `day` on. Earlier days keep the link.
    package mutating func unlink(_ id: GoalLink.ID, on day: CivilDate) {
        recordFormerLinks(links.filter { $0.id == id }, before: day)
        links.removeAll { $0.id == id }
    }

    /// The direction of the goals of each metric activity; an activity whose goals have different
    /// directions is absent.
    package var targetDirections: [Activity.ID: MetricTarget.Direction] {
        var directions: [Activity.ID: Set<MetricTarget.Direction>] = [:]
        for link in links {
            guard let goal = goals[link.goal], goal.deleted == nil,
                case .metric(let target) = link.role, let direction = target.targetDirection
            else { continue }
            directions[link.activity, default: []].insert(direction)
        }
        return directions.compactMapValues { $0.count == 1 ? $0.first : nil }
    }

    /// True if the goal is paused by hand or all of its linked activities are paused.
    package func isPaused(_ goal: Goal, asOf day: CivilDate) -> Bool {
        let stopped = links(of: goal.id).map { activities[$0.activity]?.pause(on: day) != nil }
        return goal.isPaused(linksStopped: stopped)
    }
}
