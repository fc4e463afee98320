/// A workout, with the totals of old and new export formats.
package struct ScannedWorkout: Hashable, Sendable {
    /// HealthKit's identifier without prefix, such as `Running`.
    package var type: String
    package var source: String
    /// Device without its memory address; empty if the file has none.
    package var device: String
    /// Milliseconds since 1970, UTC.
    package var start: Int64
    package var end: Int64
    /// Duration without pauses in seconds; nil if the file does not have it.
    package var seconds: Double?
    package var details = Details()
    package var activities: [Part] = []
    /// Paths of route files within the export.
    package var routes: [String] = []
    /// Number of nested elements stored with it, by name.
    package var elements: [String: Int] = [:]

    /// The details of a workout or of one of its activities.
    package struct Details: Hashable, Sendable {
        /// Statistics by metric key, in canonical units.
        package var statistics: [String: Statistic] = [:]
        package var events: [Event] = []
        package var metadata: [String: String] = [:]
    }

    package struct Statistic: Hashable, Sendable {
        package var unit: String
        package var sum: Double?
        package var average: Double?
        package var min: Double?
        package var max: Double?
        /// Milliseconds since 1970, UTC; nil if the file has no start.
        package var start: Int64?
        /// Milliseconds since 1970, UTC; nil if the file has no end.
        package var end: Int64?
    }

    package struct Event: Hashable, Sendable {
        /// Type without prefix, such as `Lap`, `Segment` or `Pause`.
        package var type: String
        package var start: Int64
        package var seconds: Double?
    }

    /// An activity of a workout.
    package struct Part: Hashable, Sendable {
        package var type: String
        package var start: Int64
        package var end: Int64?
        package var seconds: Double?
        package var details = Details()
    }
}

extension ScannedWorkout {
    /// Number of stored elements by name, counted before totals of attributes are added.
    var storedElements: [String: Int] {
        let all = [details] + activities.map(\.details)
        let counts = [
            NestedElements.entry: all.reduce(0) { $0 + $1.metadata.count },
            "WorkoutStatistics": all.reduce(0) { $0 + $1.statistics.count },
            "WorkoutEvent": all.reduce(0) { $0 + $1.events.count },
            "WorkoutActivity": activities.count, "FileReference": routes.count,
        ]
        return counts.filter { $0.value > 0 }
    }
}
