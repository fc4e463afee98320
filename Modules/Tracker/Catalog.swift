import CivilTime

/// What a person keeps: their activities, goals and the links between them.
///
/// Every change of structure goes through it, so that each writes the snapshot that keeps the past
/// as it was. It is a value: change a copy, then store what differs.
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

/// Why a change of structure was refused.
package enum CatalogError: Error, Hashable, Sendable {
    case unknownActivity(Activity.ID)
    case unknownGoal(Goal.ID)
    case alreadyPaused(Activity.ID)
    case notPaused(Activity.ID)
    /// What is paused must be resumed before it can be moved, grouped or converted.
    case paused(Activity.ID)
    case notAContainer(Activity.ID)
    /// A container lies in no container.
    case isAContainer(Activity.ID)
    /// A reminder lies in no container and becomes none.
    case isAReminder(Activity.ID)
    case notTopLevel(Activity.ID)
    case nothingToGroup
    case idInUse(Activity.ID)
    case link(LinkError, of: Activity.ID)
}

extension Catalog {
    /// Activities that are neither deleted nor in a container, in list order, paused ones included.
    package var topLevel: [Activity] {
        children(of: nil)
    }

    /// The present children of a container in list order, or what lies at the top.
    package func children(of container: Activity.ID?) -> [Activity] {
        activities.values
            .filter { $0.parent == container && $0.deleted == nil }
            .sorted(by: Activity.listOrder)
    }

    /// Adds a new activity as the last of its siblings.
    package mutating func add(_ activity: Activity) throws(CatalogError) {
        guard activities[activity.id] == nil else { throw .idInUse(activity.id) }
        var added = activity
        added.position = nextPosition(in: activity.parent)
        activities[added.id] = added
    }

    /// Gives the activities, which must be siblings or not, the order of the list.
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
    /// Writes down how it has been through `last`, before something about it changes.
    mutating func snapshot(through last: CivilDate) {
        history.record(
            configuration, parentage: parent.map(Parentage.container) ?? .topLevel,
            created: created, through: last)
    }
}
