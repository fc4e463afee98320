/// Which health metric an activity follows, and in which direction.
package struct HealthLink: Hashable, Codable, Sendable {
    /// HealthKit's short key, such as `stepCount`.
    package var metric: String
    package var mode: HealthMode

    package init(metric: String, mode: HealthMode = .read) {
        self.metric = metric
        self.mode = mode
    }
}

/// In which direction values travel between an activity and health data.
package enum HealthMode: String, CaseIterable, Codable, Sendable {
    case read, write, both

    package var canRead: Bool { self != .write }
    package var canWrite: Bool { self != .read }

    /// Whether samples written from here are left out when reading, so that nothing is counted
    /// twice; `nil` where nothing is read.
    package var excludesOwnSamples: Bool? {
        canRead ? canWrite : nil
    }
}

extension ActivityKind {
    /// The value of the sample that an entry writes to health data.
    ///
    /// A checkbox writes 1, a number itself; `nil` where there is nothing to write.
    package func healthSample(for outcome: Outcome) -> Double? {
        guard case .completed(let value) = outcome else { return nil }
        switch self {
        case .checkbox, .metric(.checkbox): return 1
        case .value, .cumulative, .metric(.value): return value
        case .container, .answer, .metric: return nil
        }
    }
}
