/// The next target, if the weight is close to it.
package struct ApproachingMilestone: Hashable, Codable, Sendable {
    package var target: Double
    package var distance: Double
}

extension WeightUnit {
    /// The distance from the next target within which a reminder is sent.
    package var approachDistance: Double {
        switch self {
        case .lb: 2
        case .kg: 1
        }
    }
}

extension MilestonePlan {
    /// The next target and its distance; nil if `current` is not close to the target or has passed all.
    package func approaching(from current: Double) -> ApproachingMilestone? {
        guard let target = targets.first(where: { !isReached($0, at: current) }) else {
            return nil
        }
        let distance = abs(target - current)
        guard distance <= unit.approachDistance + WeightUnit.roundingError else { return nil }
        return ApproachingMilestone(target: target, distance: distance)
    }
}
