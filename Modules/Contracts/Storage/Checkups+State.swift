import Memberwise
import RPC

extension Checkups {
    /// Conditions of storage that need attention.
    @Message
    package struct StateResponse: Codable, Hashable, WireValue {
        /// Why nothing can be changed, in a sentence; nil when everything can.
        package var readOnlyReason: String?
        /// Metrics whose days could not be folded so far.
        package var pendingFolds: [PendingFold]
        package var missingChanges: [MissingChanges]
    }

    /// A metric whose days could not be folded; storage tries again.
    @Message
    package struct PendingFold: Codable, Hashable, Sendable {
        package var profile: String
        package var metric: String
        /// Failed attempts since the metric was folded last.
        package var attempts: Int
        /// Of the last attempt, in a sentence.
        package var reason: String
    }

    /// Changes that were acknowledged and that the database did not have at a start.
    @Message
    package struct MissingChanges: Codable, Hashable, Sendable {
        /// Numbers of the change log, both inclusive.
        package var first: Int64
        package var last: Int64
        /// Time of the last change before the missing ones; nil: they were the first.
        package var since: String?
        /// The time of the last of them.
        package var until: String
    }

    @Message
    package struct RefoldRequest: Codable, Hashable, WireValue {
        /// Without any, nothing is marked.
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
