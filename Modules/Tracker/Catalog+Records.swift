extension Catalog {
    /// Inserts or replaces an activity as stored; nil removes it.
    package mutating func set(_ activity: Activity?, _ id: Activity.ID) {
        activities[id] = activity
    }

    /// Inserts or replaces a goal as stored; nil removes it.
    package mutating func set(_ goal: Goal?, _ id: Goal.ID) {
        goals[id] = goal
    }

    /// Inserts or replaces a link as stored; nil removes it.
    package mutating func set(_ link: GoalLink?, _ id: GoalLink.ID) {
        let index = links.firstIndex { $0.id == id }
        switch (index, link) {
        case (let index?, let link?): links[index] = link
        case (let index?, nil): links.remove(at: index)
        case (nil, let link?): links.append(link)
        case (nil, nil): break
        }
    }
}
