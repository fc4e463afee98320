extension Catalog {
    /// Takes in an activity as it is stored, or forgets one that is stored no longer.
    package mutating func set(_ activity: Activity?, _ id: Activity.ID) {
        activities[id] = activity
    }

    /// Takes in a goal as it is stored, or forgets one that is stored no longer.
    package mutating func set(_ goal: Goal?, _ id: Goal.ID) {
        goals[id] = goal
    }

    /// Takes in a link as it is stored, or forgets one that is stored no longer.
    package mutating func set(_ link: GoalLink?, _ id: GoalLink.ID) {
        let place = links.firstIndex { $0.id == id }
        switch (place, link) {
        case (let place?, let link?): links[place] = link
        case (let place?, nil): links.remove(at: place)
        case (nil, let link?): links.append(link)
        case (nil, nil): break
        }
    }
}
