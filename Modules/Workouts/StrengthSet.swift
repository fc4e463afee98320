/// One set of a strength exercise.
package struct StrengthSet: Hashable, Codable, Sendable {
    package var reps: Int
    package var weight: Double
    /// Warm-ups count in no volume and in no record.
    package var isWarmup: Bool

    package init(reps: Int, weight: Double, isWarmup: Bool = false) {
        self.reps = reps
        self.weight = weight
        self.isWarmup = isWarmup
    }

    /// The weight that could be lifted once, by Brzycki's formula; `nil` without a weight, or for
    /// repetitions the formula does not hold for.
    package var oneRepMaximum: Double? {
        guard weight > 0, (1...36).contains(reps) else { return nil }
        return weight * 36 / Double(37 - reps)
    }
}

extension Sequence<StrengthSet> {
    /// Weight times repetitions, warm-ups left out.
    package var volume: Double {
        filter { !$0.isWarmup }.reduce(0) { $0 + $1.weight * Double($1.reps) }
    }
}

/// The best a person did at an exercise. `nil` where there is nothing to be best at.
package struct PersonalRecords: Hashable, Codable, Sendable {
    package var heaviestWeight: Double?
    package var oneRepMaximum: Double?
    /// Weight times repetitions of one set.
    package var setVolume: Double?
    package var reps: Int?

    package init(_ sets: some Sequence<StrengthSet>) {
        let counted = sets.filter { !$0.isWarmup && $0.reps > 0 }
        heaviestWeight = counted.map(\.weight).filter { $0 > 0 }.max()
        oneRepMaximum = counted.compactMap(\.oneRepMaximum).max()
        setVolume = counted.map { $0.weight * Double($0.reps) }.filter { $0 > 0 }.max()
        reps = counted.map(\.reps).max()
    }

    /// What `sets` beat of these records, as the records they set.
    package func beaten(by sets: some Sequence<StrengthSet>) -> PersonalRecords {
        func better<Value: Comparable>(_ new: Value?, than old: Value?) -> Value? {
            guard let new else { return nil }
            guard let old else { return new }
            return new > old ? new : nil
        }
        var records = PersonalRecords(sets)
        records.heaviestWeight = better(records.heaviestWeight, than: heaviestWeight)
        records.oneRepMaximum = better(records.oneRepMaximum, than: oneRepMaximum)
        records.setVolume = better(records.setVolume, than: setVolume)
        records.reps = better(records.reps, than: reps)
        return records
    }
}
