import Memberwise
import RPC

extension Checkups {
    /// Conditions of storage that need attention.
    @Message
    package struct StateResponse: Codable, Hashable, WireValue {
        /// The reason why storage is read-only, as a sentence; nil: storage can be changed.
        package var readOnlyReason: String?
        /// The metrics whose days could not be folded; empty: none.
        package var pendingFolds: [PendingFold]
        /// The acknowledged changes that the database lacks; empty: none.
        package var missingChanges: [MissingChanges]
    }

    /// A metric whose days could not be folded; storage retries.
    @Message
    package struct PendingFold: Codable, Hashable, Sendable {
        /// The name of the profile.
        package var profile: String
        /// The short HealthKit key of the metric, such as `stepCount`.
        package var metric: String
        /// The number of failed attempts since the metric was last folded.
        package var attempts: Int
        /// The failure of the last attempt, as a sentence.
        package var reason: String
    }

    /// Acknowledged changes that the database did not have at a start.
    @Message
    package struct MissingChanges: Codable, Hashable, Sendable {
        /// The first missing number of the change log, inclusive.
        package var first: Int64
        /// The last missing number of the change log, inclusive.
        package var last: Int64
        /// The time of the last change before the missing ones as RFC 3339 in UTC; nil: no earlier
        /// change.
        package var since: String?
        /// The time of the last missing change as RFC 3339 in UTC.
        package var until: String
    }

    @Message
    package struct RefoldRequest: Codable, Hashable, WireValue {
        /// The keys of the metrics to fold again; empty: none.
        package var metrics: [String]
    }
}

extension Checkups.PendingFold {
    package var sentence: String {
        "The days of \(metric) in profile \(profile) are not folded after \(attempts) attempts, and are "
            + "tried again: \(reason)"
    }
}

extension Checkups.MissingChanges {
    package var sentence: String {
        let numbers = first == last ? "Change \(first) is" : "Changes \(first) to \(last) are"
        return "\(numbers) missing: made \(since.map { "after \($0) and " } ?? "")until \(until), "
            + "acknowledged, and not in the database when it was opened."
    }
}

extension Checkups.StateResponse {
    /// Sentences for a person, one for each condition.
    package var sentences: [String] {
        (readOnlyReason.map { ["Nothing can be changed: \($0)"] } ?? [])
            + missingChanges.map {
                $0.sentence
                    + " Enter them again, or restore a backup; then: dayline doctor --repair"
            } + pendingFolds.map(\.sentence)
    }
}
