import Memberwise

/// A record of an export other than a sample, stored as one row and identified by ``Identity``.
package enum HealthRow: Codable, Hashable, Sendable {
    /// A workout.
    case workout(Workout)
    /// Samples that were measured together.
    case correlation(Correlation)
    /// Apple's totals of a day.
    case activitySummary(ActivitySummary)

    /// The element name under which an import counts the row.
    package var type: String {
        switch self {
        case .workout: "Workout"
        case .correlation: "Correlation"
        case .activitySummary: "ActivitySummary"
        }
    }

    /// The parts of a row that identify it. A part that a kind lacks is 0 or empty.
    package struct Identity: Hashable, Sendable {
        /// The kind of the row: `Workout`, `Correlation` or `ActivitySummary`.
        package var kind: String
        /// The start in milliseconds since 1970 UTC; 0 for a summary.
        package var start: Int64 = 0
        /// The end in milliseconds since 1970 UTC; 0 for a summary.
        package var end: Int64 = 0
        /// The type of a workout or correlation; empty for a summary.
        package var type = ""
        /// The compared name of the source; empty for a summary.
        package var sourceKey = ""
        /// The day of a summary, or the digest of the members of a correlation; empty for a
        /// workout.
        package var detail = ""
    }

    package var identity: Identity {
        switch self {
        case .workout(let workout):
            Identity(
                kind: type, start: workout.start, end: workout.end, type: workout.type,
                sourceKey: workout.sourceKey)
        case .correlation(let correlation):
            Identity(
                kind: type, start: correlation.start, end: correlation.end,
                type: correlation.type, sourceKey: correlation.sourceKey,
                detail: correlation.membersDigest)
        case .activitySummary(let summary): Identity(kind: type, detail: summary.day)
        }
    }
}

/// A workout. Identity: type, source, start and end.
@Message
package struct Workout: Codable, Hashable, Sendable {
    /// HealthKit's name without its prefix, such as `Running`.
    package var type: String
    /// The name of the source as shown.
    package var source: String
    /// The normalized name of the source, which is compared.
    package var sourceKey: String
    /// The device as HealthKit writes it, without the memory address; empty: unknown.
    package var device: String
    /// The start in milliseconds since 1970 UTC.
    package var start: Int64
    /// The end in milliseconds since 1970 UTC, not before the start.
    package var end: Int64
    /// The duration without pauses, in seconds, 0 or more; nil: not in the file.
    package var seconds: Double?
    /// The measured metrics by metric key, in canonical units; empty: none.
    package var statistics: [String: Statistic] = [:]
    /// The events, such as laps and pauses; empty: none.
    package var events: [Event] = []
    /// The parts of a workout of several activities; empty: none.
    package var activities: [Part] = []
    /// The routes; empty: none.
    package var routes: [Route] = []
    /// The metadata by HealthKit's key; empty: none.
    package var metadata: [String: String] = [:]

    @Message
    package struct Statistic: Codable, Hashable, Sendable {
        /// The canonical unit of the metric.
        package var unit: String
        /// The sum, in `unit`; nil: not in the file.
        package var sum: Double? = nil
        /// The mean, in `unit`; nil: not in the file.
        package var average: Double? = nil
        /// The least value, in `unit`; nil: not in the file.
        package var min: Double? = nil
        /// The greatest value, in `unit`; nil: not in the file.
        package var max: Double? = nil
    }

    @Message
    package struct Event: Codable, Hashable, Sendable {
        /// HealthKit's name without its prefix, such as `Lap`, `Segment` or `Pause`.
        package var type: String
        /// The time of the event in milliseconds since 1970 UTC.
        package var start: Int64
        /// The duration in seconds, 0 or more; nil: not in the file.
        package var seconds: Double?
    }

    /// One activity within a workout of several.
    @Message
    package struct Part: Codable, Hashable, Sendable {
        /// HealthKit's name without its prefix, such as `Swimming`.
        package var type: String
        /// The start in milliseconds since 1970 UTC.
        package var start: Int64
        /// The end in milliseconds since 1970 UTC; nil: not in the file.
        package var end: Int64?
        /// The duration without pauses, in seconds, 0 or more; nil: not in the file.
        package var seconds: Double?
        /// The metrics measured in this part by metric key, in canonical units; nil: none of its
        /// own.
        package var statistics: [String: Statistic]? = nil
        /// The events of this part; nil: none of its own.
        package var events: [Event]? = nil
        /// The metadata of this part by HealthKit's key; nil: none of its own.
        package var metadata: [String: String]? = nil
    }
}

/// Samples that belong together, such as the two of a blood pressure. Identity: type, source, start,
/// end and the members, since a meal may have several foods of one time.
@Message
package struct Correlation: Codable, Hashable, Sendable {
    /// HealthKit's name without its prefix, such as `BloodPressure`.
    package var type: String
    /// The name of the source as shown.
    package var source: String
    /// The normalized name of the source, which is compared.
    package var sourceKey: String
    /// The start in milliseconds since 1970 UTC.
    package var start: Int64
    /// The end in milliseconds since 1970 UTC, not before the start.
    package var end: Int64
    /// The samples of the correlation.
    package var members: [Member]
    /// The metadata by HealthKit's key; empty: none.
    package var metadata: [String: String] = [:]

    /// A sample by its metric and times, in canonical units.
    @Message
    package struct Member: Codable, Hashable, Sendable {
        /// The short HealthKit key of the metric, such as `stepCount`.
        package var metric: String
        /// The start in milliseconds since 1970 UTC.
        package var start: Int64
        /// The end in milliseconds since 1970 UTC, not before the start.
        package var end: Int64
        /// The value in the canonical unit of the metric.
        package var value: Double
    }
}

/// Apple's own merged totals of a day. Identity: the day.
@Message
package struct ActivitySummary: Codable, Hashable, Sendable {
    /// The day, `YYYY-MM-DD`.
    package var day: String
    /// The totals by attribute name; energy is in `unit`, other totals in the unit of the export.
    package var values: [String: Double]
    /// The goals by attribute name without `Goal`; energy is in `unit`, other goals in the unit of
    /// the export.
    package var goals: [String: Double]
    /// The unit of the energy values, such as `kcal`; empty: not in the file.
    package var unit: String
    /// The time of the export in milliseconds since 1970 UTC; nil: not in the file.
    package var exported: Int64? = nil
}
