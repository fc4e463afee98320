/// A workout, with the totals of either generation of exports.
package struct ScannedWorkout: Hashable, Sendable {
    /// HealthKit's name without its prefix, such as `Running`.
    package var type: String
    package var source: String
    /// Without the memory address.
    package var device: String
    /// Milliseconds since 1970, UTC.
    package var start: Int64
    package var end: Int64
    /// The duration without pauses; nil when the file does not say.
    package var seconds: Double?
    package var details = Details()
    package var activities: [Part] = []
    /// Files of routes, as the export names them.
    package var routes: [String] = []
    /// Elements within it that are kept with it, by name.
    package var elements: [String: Int] = [:]

    /// What is said of a workout, or of one activity of it.
    package struct Details: Hashable, Sendable {
        /// By metric key, in canonical units.
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
        /// When it begins and ends, where the file says so.
        package var start: Int64?
        package var end: Int64?
    }

    package struct Event: Hashable, Sendable {
        /// Without its prefix, such as `Lap`, `Segment` or `Pause`.
        package var type: String
        package var start: Int64
        package var seconds: Double?
    }

    /// One activity within a workout of several.
    package struct Part: Hashable, Sendable {
        package var type: String
        package var start: Int64
        package var end: Int64?
        package var seconds: Double?
        package var details = Details()
    }
}

extension ScannedWorkout {
    /// Elements of which something is kept, counted before totals of attributes are added.
    var storedElements: [String: Int] {
        let said = [details] + activities.map(\.details)
        let counts = [
            NestedElements.entry: said.reduce(0) { $0 + $1.metadata.count },
            "WorkoutStatistics": said.reduce(0) { $0 + $1.statistics.count },
            "WorkoutEvent": said.reduce(0) { $0 + $1.events.count },
            "WorkoutActivity": activities.count, "FileReference": routes.count,
        ]
        return counts.filter { $0.value > 0 }
    }
}
