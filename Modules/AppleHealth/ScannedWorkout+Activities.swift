extension ScannedWorkout {
    /// Copies the details that only the activities have: some exports have statistics only within the
    /// single activity of a workout.
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

    /// The combined statistic of the activities that have one. The mean is weighted by duration; nil
    /// if an activity lacks its mean or duration.
    private func statistic(of metric: String) -> Statistic? {
        let known = activities.compactMap { activity in
            activity.details.statistics[metric].map { (activity: activity, $0) }
        }
        guard var combined = known.first?.1 else { return nil }
        guard known.count > 1 else { return combined }
        let parts = known.map(\.1)
        func all<Value>(_ path: (Statistic) -> Value?) -> [Value]? {
            let values = parts.compactMap(path)
            return values.count == parts.count ? values : nil
        }
        let sums = parts.compactMap(\.sum)
        combined.sum = sums.isEmpty ? nil : sums.reduce(0, +)
        combined.min = parts.compactMap(\.min).min()
        combined.max = parts.compactMap(\.max).max()
        combined.start = all(\.start)?.min()
        combined.end = all(\.end)?.max()
        combined.average = nil
        let times = known.compactMap { $0.activity.length }
        let time = times.reduce(0, +)
        if let means = all(\.average), times.count == means.count, time > 0 {
            combined.average = zip(means, times).reduce(0) { $0 + $1.0 * $1.1 } / time
        }
        return combined
    }
}

extension ScannedWorkout.Part {
    /// Duration in seconds; nil if unknown.
    fileprivate var length: Double? {
        seconds ?? end.map { Double($0 - start) / 1000 }
    }
}
