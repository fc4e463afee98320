import CivilTime

/// The activities, goals and links of a profile.
///
/// All structural changes are methods of the catalog, so that each records the configuration
/// snapshot of the past days. A catalog is a value: change a copy, then store `changes(from:)`.
package struct Catalog: Hashable, Sendable {
    package internal(set) var activities: [Activity.ID: Activity]
    package internal(set) var goals: [Goal.ID: Goal]
    package internal(set) var links: [GoalLink]

    package init(activities: [Activity] = [], goals: [Goal] = [], links: [GoalLink] = []) {
        self.activities = Dictionary(activities.map { ($0.id, $0) }) { $1 }
        self.goals = Dictionary(goals.map { ($0.id, $0) }) { $1 }
        self.links = links
    }
}

/// The reason why a structural change was rejected.
package enum CatalogError: Error, Hashable, Sendable {
    case unknownActivity(Activity.ID)
    case unknownGoal(Goal.ID)
    case alreadyPaused(Activity.ID)
    case notPaused(Activity.ID)
    /// A paused activity cannot be moved, grouped or converted.
    case paused(Activity.ID)
    case notAContainer(Activity.ID)
    /// A container cannot be in a container.
    case isAContainer(Activity.ID)
    /// A reminder cannot be in a container or become one.
    case isAReminder(Activity.ID)
    case notTopLevel(Activity.ID)
    case nothingToGroup
    case idInUse(Activity.ID)
    case link(LinkError, of: Activity.ID)
}

extension Catalog {
    /// The children of a container that are not deleted, in list order, paused ones included; nil stands
    /// for the top level.
    package func children(of container: Activity.ID?) -> [Activity] {
        activities.values
            .filter { $0.parent == container && $0.deleted == nil }
            .sorted(by: Activity.listOrder)
    }

    /// Adds a new activity after its siblings.
    package mutating func add(_ activity: Activity) throws(CatalogError) {
        guard activities[activity.id] == nil else { throw .idInUse(activity.id) }
        var added = activity
        added.position = nextPosition(in: activity.parent)
        activities[added.id] = added
    }

    /// Sets the positions of the activities to the order of `ids`. Throws if an identifier is unknown.
    package mutating func reorder(_ ids: [Activity.ID]) throws(CatalogError) {
        for id in ids {
            _ = try activity(id)
        }
        for (position, id) in ids.enumerated() {
            activities[id]?.position = position
        }
    }

    func activity(_ id: Activity.ID) throws(CatalogError) -> Activity {
        guard let activity = activities[id], activity.deleted == nil else {
            throw .unknownActivity(id)
        }
        return activity
    }

    func nextPosition(in container: Activity.ID?) -> Int {
        (children(of: container).map(\.position).max() ?? -1) + 1
    }
}

extension Activity {
    /// Records the present configuration and container for the days through `last`, before a change.
    mutating func snapshot(through last: CivilDate) {
        history.record(
            configuration, parentage: parent.map(Parentage.container) ?? .topLevel,
            created: created, through: last)
    }
}
