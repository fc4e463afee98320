package import Tracker

extension Sequence {
    /// The elements in their order, but each after those of the activity that its own is meant to
    /// follow, where that is among them: whatever comes before it is brought forward. Where activities
    /// follow each other in a circle, the first of them comes last.
    package func softlyOrdered(by activity: (Element) -> Activity) -> [Element] {
        let elements = Array(self)
        let activities = elements.map(activity)
        guard activities.contains(where: { $0.follows != nil }) else { return elements }
        let byID = Dictionary(grouping: zip(activities, elements)) { $0.0.id }
        var placed: Set<Activity.ID> = []
        var ordered: [Element] = []
        for activity in activities where !placed.contains(activity.id) {
            // What has to come before, back to what is placed, or to the activity itself in a circle.
            var chain = [activity.id]
            var chained: Set = [activity.id]
            while let last = chain.last, let previous = byID[last]?.first?.0.follows,
                byID[previous] != nil, !placed.contains(previous),
                chained.insert(previous).inserted
            {
                chain.append(previous)
            }
            for link in chain.reversed() {
                placed.insert(link)
                ordered += (byID[link] ?? []).map(\.1)
            }
        }
        return ordered
    }
}
