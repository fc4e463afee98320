package import Tracker

extension Sequence {
    /// The elements in their order, except that those of an activity come after those of the activity that it
    /// follows, which move forward where necessary. In a cycle of activities the first activity comes last.
    package func withPredecessorsFirst(by activity: (Element) -> Activity) -> [Element] {
        let elements = Array(self)
        let activities = elements.map(activity)
        guard activities.contains(where: { $0.follows != nil }) else { return elements }
        let byID = Dictionary(grouping: zip(activities, elements)) { $0.0.id }
        var orderedIDs: Set<Activity.ID> = []
        var ordered: [Element] = []
        for activity in activities where !orderedIDs.contains(activity.id) {
            // The activities that have to come first, up to one that is already ordered or a repeated one.
            var chain = [activity.id]
            var chained: Set = [activity.id]
            while let last = chain.last, let previous = byID[last]?.first?.0.follows,
                byID[previous] != nil, !orderedIDs.contains(previous),
                chained.insert(previous).inserted
            {
                chain.append(previous)
            }
            for link in chain.reversed() {
                orderedIDs.insert(link)
                ordered += (byID[link] ?? []).map(\.1)
            }
        }
        return ordered
    }
}
