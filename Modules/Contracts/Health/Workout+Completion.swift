extension Workout {
    /// The workout with the values that only `other`, a record of the same workout, has; nil if
    /// `other` adds nothing. Values that both have are unchanged.
    ///
    /// Exports of versions before iOS 16 have fewer statistics and no activities, and partial
    /// exports have no measurements of routes.
    package func completed(by other: Workout) -> Workout? {
        var whole = self
        whole.seconds = seconds ?? other.seconds
        whole.statistics.merge(other.statistics) { $0.completed(by: $1) }
        whole.metadata.merge(other.metadata) { own, _ in own }
        if events.isEmpty { whole.events = other.events }
        if activities.isEmpty { whole.activities = other.activities }
        for route in other.routes {
            if let index = routes.firstIndex(where: { $0.file == route.file }) {
                if routes[index].points == nil {
                    whole.routes[index] = route
                } else if routes[index].lines == nil {
                    whole.routes[index].lines = route.lines
                }
            } else {
                whole.routes.append(route)
            }
        }
        return whole == self ? nil : whole
    }
}

extension Workout.Statistic {
    fileprivate func completed(by other: Self) -> Self {
        guard unit == other.unit else { return self }
        return Self(
            unit: unit, sum: sum ?? other.sum, average: average ?? other.average,
            min: min ?? other.min, max: max ?? other.max)
    }
}
