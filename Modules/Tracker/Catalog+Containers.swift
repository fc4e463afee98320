package import CivilTime

extension Catalog {
    /// Moves an activity into a container as the last child, with the container's category, or to the
    /// top level. Fails if both the activity and the container are linked to the same goal.
    package mutating func move(
        _ id: Activity.ID, into container: Activity.ID?, on today: CivilDate
    ) throws(CatalogError) {
        var moved = try activity(id)
        guard !moved.isPaused else { throw .paused(id) }
        guard moved.parent != container else { return }
        guard let container else {
            removeFromContainer(moved, on: today)
            return
        }
        let target = try self.activity(container)
        guard target.configuration.kind == .container else { throw .notAContainer(container) }
        guard !target.isPaused else { throw .paused(container) }
        try Self.checkMember(moved)
        let containerGoals = Set(links.filter { $0.activity == container }.map(\.goal))
        guard !links.contains(where: { $0.activity == id && containerGoals.contains($0.goal) })
        else {
            throw .link(.childOfLinkedContainer, of: id)
        }
        moved.snapshot(through: today.advanced(by: -1))
        moved.parent = container
        moved.category = target.category
        moved.position = nextPosition(in: container)
        activities[id] = moved
    }

    /// Moves top-level activities into a new daily container at the end of the list, in the given order.
    /// The category of the container is `category`, else that of the first member.
    package mutating func group(
        _ ids: [Activity.ID], as container: Activity.ID, name: String,
        category: Category.ID? = nil, on today: CivilDate
    ) throws(CatalogError) {
        var members: [Activity] = []
        for id in ids {
            let member = try activity(id)
            guard member.parent == nil else { throw .notTopLevel(id) }
            guard !member.isPaused else { throw .paused(id) }
            try Self.checkMember(member)
            members.append(member)
        }
        guard let first = members.first else { throw .nothingToGroup }
        let category = category ?? first.category
        try add(
            Activity(
                id: container, name: name, created: today,
                configuration: Configuration(kind: .container), category: category))
        for (position, member) in members.enumerated() {
            var moved = member
            moved.snapshot(through: today.advanced(by: -1))
            moved.parent = container
            moved.category = category
            moved.position = position
            activities[member.id] = moved
        }
    }

    /// Converts a top-level activity to a container. Its number, health link and sessions are removed.
    /// A metric link of a goal becomes a contribution, since a container has no values.
    package mutating func convert(_ id: Activity.ID, on today: CivilDate) throws(CatalogError) {
        var converted = try activity(id)
        guard !converted.isPaused else { throw .paused(id) }
        guard converted.parent == nil else { throw .notTopLevel(id) }
        try Self.checkMember(converted)
        converted.snapshot(through: today.advanced(by: -1))
        converted.configuration.kind = .container
        converted.configuration.health = nil
        converted.configuration.slots = []
        converted.configuration.carriesForward = false
        converted.configuration.isPassive = false
        activities[id] = converted
        for index in links.indices where links[index].activity == id {
            guard links[index].role != .activity else { continue }
            recordFormerLinks([links[index]], before: today)
            links[index].role = .activity
            links[index].since = today
        }
    }

    /// Converts a container to a checkbox. Its children move to the top level, and each child gets the
    /// container's links to goals to which the child is not linked yet. `linkID` names the new links.
    package mutating func dissolve(
        _ id: Activity.ID, on today: CivilDate,
        linkID: (Goal.ID, Activity.ID) -> GoalLink.ID
    ) throws(CatalogError) {
        var dissolved = try activity(id)
        guard dissolved.configuration.kind == .container else { throw .notAContainer(id) }
        let children = children(of: id)
        recordFormerLinks(links.filter { $0.activity == id }, before: today)
        let known = Set(links.map(\.id))
        links = GoalLink.dissolving(id, into: children.map(\.id), links: links, linkID: linkID)
        for index in links.indices where !known.contains(links[index].id) {
            links[index].since = today
        }
        for child in children {
            removeFromContainer(child, on: today)
        }
        dissolved.snapshot(through: today.advanced(by: -1))
        dissolved.configuration.kind = .checkbox
        activities[id] = dissolved
    }

    /// Moves a child out of its container to the end of the top level.
    mutating func removeFromContainer(_ child: Activity, on today: CivilDate) {
        var moved = child
        moved.snapshot(through: today.advanced(by: -1))
        moved.parent = nil
        moved.position = nextPosition(in: nil)
        activities[child.id] = moved
    }

    private static func checkMember(_ activity: Activity) throws(CatalogError) {
        if activity.configuration.kind == .container { throw .isAContainer(activity.id) }
        if activity.configuration.schedule.isReminder { throw .isAReminder(activity.id) }
    }
}

extension GoalLink {
    /// The links after a container is dissolved: each of the container's links is replaced by one link,
    /// with the same role and weight, per child that is not linked to the same goal already.
    package static func dissolving(
        _ container: Activity.ID, into children: [Activity.ID], links: [GoalLink],
        linkID: (Goal.ID, Activity.ID) -> GoalLink.ID
    ) -> [GoalLink] {
        var remaining = links.filter { $0.activity != container }
        for link in links where link.activity == container {
            for child in children
            where !remaining.contains(where: { $0.goal == link.goal && $0.activity == child }) {
                var copy = GoalLink(
                    id: linkID(link.goal, child), goal: link.goal, activity: child,
                    role: link.role)
                copy.weight = link.weight
                remaining.append(copy)
            }
        }
        return remaining
    }
}
