import Memberwise

/// One set of a strength exercise.
@Memberwise
package struct StrengthSet: Hashable, Codable, Sendable {
    package var reps: Int
    package var weight: Double
    /// True for a warm-up, which counts in no volume and no record.
    package var isWarmup: Bool = false
    /// The time of a timed set; nil: not timed.
    package var seconds: Double? = nil

    /// The estimated maximum weight for one repetition (Brzycki's formula); nil without a weight, or if the
    /// formula is not valid for the repetitions.
    package var oneRepMaximum: Double? {
        guard weight > 0, (1...36).contains(reps) else { return nil }
        return weight * 36 / Double(37 - reps)
    }
}

extension Sequence<StrengthSet> {
    /// The sum of weight times repetitions, without warm-ups.
    package var volume: Double {
        filter { !$0.isWarmup }.reduce(0) { $0 + $1.weight * Double($1.reps) }
    }
}
