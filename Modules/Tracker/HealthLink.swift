import Memberwise

/// The connection of an activity with a health metric.
@Memberwise
package struct HealthLink: Hashable, Codable, Sendable {
    /// The short HealthKit key, such as `stepCount`.
    package var metric: String
    package var mode: HealthMode = .read
}

/// The direction in which values are synced between an activity and health data.
package enum HealthMode: String, CaseIterable, Codable, Sendable {
    case read, write, both

    package var canRead: Bool { self != .write }
    package var canWrite: Bool { self != .read }

    /// True if reading excludes samples that this application wrote, to avoid double counting; nil if
    /// the mode does not read.
    package var excludesOwnSamples: Bool? {
        canRead ? canWrite : nil
    }
}

extension ActivityKind {
    /// The sample value that an entry writes to health data: 1 for a checkbox, otherwise the number; nil
    /// if the entry writes no sample.
    package func healthSample(for outcome: Outcome) -> Double? {
        guard case .completed(let value) = outcome else { return nil }
        switch self {
        case .checkbox, .metric(.checkbox): return 1
        case .value, .cumulative, .metric(.value): return value
        case .container, .answer, .metric: return nil
        }
    }
}
