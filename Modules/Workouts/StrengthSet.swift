import Memberwise

/// One set of a strength exercise.
@Memberwise
package struct StrengthSet: Hashable, Codable, Sendable {
    package var reps: Int
    package var weight: Double
    /// True for a warm-up, which counts in no volume and no record.
    package var isWarmup: Bool = false

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

/// A person's records in an exercise; nil for a record without data.
package struct PersonalRecords: Hashable, Codable, Sendable {
    package var heaviestWeight: Double?
    package var oneRepMaximum: Double?
    /// The greatest weight times repetitions of one set.
    package var setVolume: Double?
    package var reps: Int?

    package init(_ sets: some Sequence<StrengthSet>) {
        let counted = sets.filter { !$0.isWarmup && $0.reps > 0 }
        heaviestWeight = counted.map(\.weight).filter { $0 > 0 }.max()
        oneRepMaximum = counted.compactMap(\.oneRepMaximum).max()
        setVolume = counted.map { $0.weight * Double($0.reps) }.filter { $0 > 0 }.max()
        reps = counted.map(\.reps).max()
    }
}
