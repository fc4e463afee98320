import Memberwise

/// A person's records in an exercise; nil for a record without data.
package struct PersonalRecords: Hashable, Codable, Sendable {
    package var heaviestWeight: Double?
    package var oneRepMaximum: Double?
    /// The greatest weight times repetitions of one set.
    package var setVolume: Double?
    package var reps: Int?
    /// The longest time of one set without repetitions, in seconds.
    package var seconds: Double?

    package init(_ sets: some Sequence<StrengthSet>) {
        let performed = sets.filter { !$0.isWarmup }
        let counted = performed.filter { $0.reps > 0 }
        heaviestWeight = counted.map(\.weight).filter { $0 > 0 }.max()
        oneRepMaximum = counted.compactMap(\.oneRepMaximum).max()
        setVolume = counted.map { $0.weight * Double($0.reps) }.filter { $0 > 0 }.max()
        reps = counted.map(\.reps).max()
        seconds = performed.filter { $0.reps == 0 }.compactMap(\.seconds).filter { $0 > 0 }.max()
    }
}

/// A record that a set improved.
@Memberwise
package struct RecordImprovement: Hashable, Sendable {
    /// The kinds of records, in the order in which improvements are listed.
    package enum Kind: String, CaseIterable, Sendable {
        case heaviestWeight, oneRepMaximum, setVolume, reps, seconds
    }

    package var kind: Kind
    package var value: Double
    /// The record before, which is less.
    package var previous: Double
}

extension PersonalRecords {
    /// The relative difference below which two values are equal: a weight can be converted.
    private static let tolerance = 1e-9

    /// The records that are greater than earlier ones. A first value improves no record.
    package func improvements(over earlier: PersonalRecords) -> [RecordImprovement] {
        RecordImprovement.Kind.allCases.compactMap { kind in
            guard let value = value(of: kind), let previous = earlier.value(of: kind),
                value > previous * (1 + Self.tolerance)
            else { return nil }
            return RecordImprovement(kind: kind, value: value, previous: previous)
        }
    }

    private func value(of kind: RecordImprovement.Kind) -> Double? {
        switch kind {
        case .heaviestWeight: heaviestWeight
        case .oneRepMaximum: oneRepMaximum
        case .setVolume: setVolume
        case .reps: reps.map(Double.init)
        case .seconds: seconds
        }
    }
}
