import Memberwise

/// Weekly sets of a muscle relative to its landmarks.
package enum VolumeState: String, CaseIterable, Codable, Sendable {
    case belowMEV, nearMEV, inMAV, aboveMRV
}

/// The landmarks of a muscle in weekly sets: minimum effective, maximum adaptive and maximum recoverable
/// volume.
@Memberwise
package struct VolumeLandmarks: Hashable, Codable, Sendable {
    package var minimumEffective: Double
    package var maximumAdaptive: Double
    package var maximumRecoverable: Double

    package func state(at sets: Double) -> VolumeState {
        if sets < minimumEffective - roundingError { return .belowMEV }
        if sets < maximumAdaptive - roundingError { return .nearMEV }
        return sets <= maximumRecoverable + roundingError ? .inMAV : .aboveMRV
    }
}

/// The share of an exercise's sets that counts for a muscle, 0 to 1.
@Memberwise
package struct MuscleInvolvement: Hashable, Codable, Sendable {
    package var muscle: String
    package var share: Double
}

/// The effective sets of each muscle, from the sets of each exercise and its muscles.
package func effectiveSets(
    _ exercises: [(sets: Int, muscles: [MuscleInvolvement])]
) -> [String: Double] {
    var volumes: [String: Double] = [:]
    for (sets, muscles) in exercises {
        for involvement in muscles {
            volumes[involvement.muscle, default: 0] += Double(sets) * involvement.share
        }
    }
    return volumes
}

/// The label of a training day.
package enum TrainingDayLabel: String, CaseIterable, Codable, Sendable {
    case push = "Push"
    case pull = "Pull"
    case legs = "Legs"
    case upper = "Upper"
    case fullBody = "Full Body"

    private static let groups: [(label: TrainingDayLabel, muscles: [String])] = [
        (.push, ["Chest", "Shoulders", "Triceps"]),
        (.pull, ["Back", "Biceps", "Forearms"]),
        (.legs, ["Quads", "Hamstrings", "Glutes", "Calves"]),
    ]
    /// The least share of a group in all sets to name the day.
    private static let groupShare = 0.6
    /// The least share of push and pull together to name the day.
    private static let upperShare = 0.8

    /// The label for effective sets by muscle.
    package init(volumes: [String: Double]) {
        let total = volumes.values.reduce(0, +)
        func share(_ label: TrainingDayLabel) -> Double {
            let muscles = Self.groups.first { $0.label == label }?.muscles ?? []
            return total > 0 ? muscles.reduce(0) { $0 + (volumes[$1] ?? 0) } / total : 0
        }
        func reaches(_ share: Double, _ least: Double) -> Bool { share >= least - roundingError }
        if let group = Self.groups.first(where: { reaches(share($0.label), Self.groupShare) }) {
            self = group.label
        } else {
            self = reaches(share(.push) + share(.pull), Self.upperShare) ? .upper : .fullBody
        }
    }
}
