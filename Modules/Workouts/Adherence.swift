/// The effect of a finished workout on its activity.
package enum Adherence: Hashable, Sendable {
    case completed
    /// The workout was below the threshold; `reason` has the amount.
    case skipped(reason: String)

    /// The least share of the plan that completes the activity.
    package static let threshold = 0.8

    /// The target of a plan: sets of strength training, or distance or time of cardio.
    package enum Kind: String, CaseIterable, Codable, Sendable {
        case strength, cardio
    }

    /// A plan without sets or exercises is fulfilled.
    package init(kind: Kind, planned: Int, done: Int) {
        switch kind {
        case .strength:
            let isEnough = Double(done) >= Double(planned) * Self.threshold
            self = isEnough ? .completed : .skipped(reason: "Incomplete: \(done)/\(planned) sets")
        case .cardio:
            self.init(planned: Double(planned), done: Double(done))
        }
    }

    /// The effect of a distance or a time of cardio; a plan without a target is fulfilled.
    package init(planned: Double, done: Double) {
        self.init(shareOfTarget: planned > 0 ? done / planned : 1)
    }

    /// The effect of a workout that reached a share of its target; 1 is all of it.
    package init(shareOfTarget share: Double) {
        // Rounded down, so that a share below the threshold never reads as the threshold.
        let percent = Int((min(max(share, 0), 1) * 100 + roundingError).rounded(.down))
        self =
            share >= Self.threshold - roundingError
            ? .completed : .skipped(reason: "Incomplete: \(percent)% of target")
    }
}
