package import Tracking

extension Sequence<Activity> {
    /// The activities in their order, but each after the one it is meant to follow, where that is
    /// among them. Those that follow each other in a circle keep their order.
    package var softlyOrdered: [Activity] {
        let activities = Array(self)
        let byID = Dictionary(activities.map { ($0.id, $0) }) { first, _ in first }
        var placed: Set<Activity.ID> = []
        var ordered: [Activity] = []
        for activity in activities {
            // The chain of what has to come before, back to the first or to one in a circle.
            var chain = [activity]
            var chained: Set = [activity.id]
            while let previous = chain.last?.follows.flatMap({ byID[$0] }),
                chained.insert(previous.id).inserted
            {
                chain.append(previous)
            }
            for link in chain.reversed() where placed.insert(link.id).inserted {
                ordered.append(link)
            }
        }
        return ordered
    }
}
