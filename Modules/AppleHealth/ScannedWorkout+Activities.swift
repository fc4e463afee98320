extension ScannedWorkout {
    /// Takes from its activities what the file says of them only: some exports have no statistics
    /// outside of a workout's one activity.
    mutating func inheritActivityDetails() {
        let parts = activities.map(\.details)
        for metric in Set(parts.flatMap(\.statistics.keys)) where details.statistics[metric] == nil
        {
            details.statistics[metric] = statistic(of: metric)
        }
        if details.events.isEmpty { details.events = parts.flatMap(\.events) }
        if details.metadata.isEmpty {
            for part in parts { details.metadata.merge(part.metadata) { first, _ in first } }
        }
    }

    /// What the activities that tell of a metric come to. A mean of several is weighted by their time,
    /// and there is none when one of them does not tell its own, or its time.
    private func statistic(of metric: String) -> Statistic? {
        let told = activities.compactMap { activity in
            activity.details.statistics[metric].map { (activity: activity, $0) }
        }
        guard var whole = told.first?.1 else { return nil }
        guard told.count > 1 else { return whole }
        let parts = told.map(\.1)
        func all<Value>(_ path: (Statistic) -> Value?) -> [Value]? {
            let values = parts.compactMap(path)
            return values.count == parts.count ? values : nil
        }
        let sums = parts.compactMap(\.sum)
        whole.sum = sums.isEmpty ? nil : sums.reduce(0, +)
        whole.min = parts.compactMap(\.min).min()
        whole.max = parts.compactMap(\.max).max()
        whole.start = all(\.start)?.min()
        whole.end = all(\.end)?.max()
        whole.average = nil
        let times = told.compactMap { $0.activity.length }
        let time = times.reduce(0, +)
        if let means = all(\.average), times.count == means.count, time > 0 {
            whole.average = zip(means, times).reduce(0) { $0 + $1.0 * $1.1 } / time
        }
        return whole
    }
}

extension ScannedWorkout.Part {
    /// In seconds; nil when nothing tells it.
    fileprivate var length: Double? {
        seconds ?? end.map { Double($0 - start) / 1000 }
    }
}
