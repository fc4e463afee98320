/// What a finished workout does to the activity that stands for it on the day's list.
package enum Adherence: Hashable, Sendable {
    case completed
    /// Too little was done; the reason says how much.
    case skipped(reason: String)

    /// The share of the plan that counts as having done it.
    package static let threshold = 0.8

    /// What a plan asks for: sets of strength, or a distance or time of cardio.
    package enum Kind: String, CaseIterable, Codable, Sendable {
        case strength, cardio
    }

    /// A plan that asks for nothing is fulfilled.
    package init(kind: Kind, planned: Int, done: Int) {
        switch kind {
        case .strength:
            let isEnough = Double(done) >= Double(planned) * Self.threshold
            self = isEnough ? .completed : .skipped(reason: "Incomplete: \(done)/\(planned) sets")
        case .cardio:
            self.init(shareOfTarget: planned > 0 ? Double(done) / Double(planned) : 1)
        }
    }

    /// A workout whose target was reached to a share, 1 for all of it.
    package init(shareOfTarget share: Double) {
        // Rounded down, so that a share below the threshold never reads as the threshold.
        let percent = Int((min(max(share, 0), 1) * 100 + 1e-9).rounded(.down))
        self =
            share >= Self.threshold
            ? .completed : .skipped(reason: "Incomplete: \(percent)% of target")
    }
}
