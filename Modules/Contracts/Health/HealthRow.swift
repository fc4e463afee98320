import Memberwise

/// A record of an export other than a sample, stored as one row and identified by ``Identity``.
package enum HealthRow: Codable, Hashable, Sendable {
    case workout(Workout)
    case correlation(Correlation)
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
        /// As ``HealthRow/type``.
        package var kind: String
        package var start: Int64 = 0
        package var end: Int64 = 0
        package var type = ""
        package var sourceKey = ""
        /// The day of a summary; of a correlation, what tells its members from those of others.
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
    package var source: String
    package var sourceKey: String
    package var device: String
    /// Milliseconds since 1970, UTC.
    package var start: Int64
    package var end: Int64
    /// Duration without pauses, in seconds; nil when the file does not say.
    package var seconds: Double?
    /// By metric key, in canonical units.
    package var statistics: [String: Statistic] = [:]
    package var events: [Event] = []
    package var activities: [Part] = []
    package var routes: [Route] = []
    package var metadata: [String: String] = [:]

    @Message
    package struct Statistic: Codable, Hashable, Sendable {
        package var unit: String
        package var sum: Double? = nil
        package var average: Double? = nil
        package var min: Double? = nil
        package var max: Double? = nil
    }

    @Message
    package struct Event: Codable, Hashable, Sendable {
        /// HealthKit's name without its prefix, such as `Lap`, `Segment` or `Pause`.
        package var type: String
        package var start: Int64
        package var seconds: Double?
    }

    /// One activity within a workout of several.
    @Message
    package struct Part: Codable, Hashable, Sendable {
        package var type: String
        package var start: Int64
        package var end: Int64?
        package var seconds: Double?
        /// Data that the file has for this part only; nil without any.
        package var statistics: [String: Statistic]? = nil
        package var events: [Event]? = nil
        package var metadata: [String: String]? = nil
    }
}

/// Samples that belong together, such as the two of a blood pressure. Identity: type, source, start,
/// end and the members, since a meal may have several foods of one time.
@Message
package struct Correlation: Codable, Hashable, Sendable {
    /// HealthKit's name without its prefix, such as `BloodPressure`.
    package var type: String
    package var source: String
    package var sourceKey: String
    package var start: Int64
    package var end: Int64
    package var members: [Member]
    package var metadata: [String: String] = [:]

    /// A sample by its metric and times, in canonical units.
    @Message
    package struct Member: Codable, Hashable, Sendable {
        package var metric: String
        package var start: Int64
        package var end: Int64
        package var value: Double
    }
}

/// Apple's own merged totals of a day. Identity: the day.
@Message
package struct ActivitySummary: Codable, Hashable, Sendable {
    /// `YYYY-MM-DD`, as the file says it.
    package var day: String
    /// By attribute name without `Goal`: the value and the goal, in the file's own unit.
    package var values: [String: Double]
    package var goals: [String: Double]
    package var unit: String
    /// When the file was made that tells it, in milliseconds since 1970; nil when it does not say.
    package var exported: Int64? = nil
}
