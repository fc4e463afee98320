extension SeriesKey {
    /// The approximate size of the key in a message; see ``HealthRow/estimatedBytes``.
    package var estimatedBytes: Int {
        [metric, unit, source, sourceKey, device].reduce(128) { $0 + $1.utf8.count }
    }
}

extension HealthRow {
    /// The approximate size of the row in a message, so that a page of rows stays far below the
    /// limit of a message.
    package var estimatedBytes: Int {
        switch self {
        case .workout(let workout):
            let parts = workout.activities.reduce(0) { size, part in
                size + Self.bytesOfEach + Self.bytes(part.metadata ?? [:])
                    + Self.bytesOfEach * ((part.statistics?.count ?? 0) + (part.events?.count ?? 0))
            }
            let routes = workout.routes.reduce(0) { size, route in
                let numbers = (route.lines ?? []).reduce(0) { $0 + $1.count }
                return size + Self.bytesOfEach + route.file.utf8.count + numbers * 8
            }
            return Self.bytesOfEach * (4 + workout.statistics.count + workout.events.count)
                + workout.source.utf8.count * 2 + workout.device.utf8.count
                + Self.bytes(workout.metadata) + parts + routes
        case .correlation(let correlation):
            return Self.bytesOfEach * (2 + correlation.members.count)
                + correlation.source.utf8.count * 2 + Self.bytes(correlation.metadata)
        case .activitySummary(let summary):
            return Self.bytesOfEach * (1 + summary.values.count + summary.goals.count)
        }
    }

    /// The approximate size of a part with a few names and numbers.
    private static let bytesOfEach = 128

    private static func bytes(_ metadata: [String: String]) -> Int {
        metadata.reduce(0) { $0 + $1.key.utf8.count + $1.value.utf8.count + 8 }
    }
}
