/// That the next target is close enough to say so.
package struct ApproachingMilestone: Hashable, Codable, Sendable {
    package var target: Double
    package var distance: Double
}

extension WeightUnit {
    /// How close the next target must be for a reminder.
    package var approachDistance: Double {
        switch self {
        case .lb: 2
        case .kg: 1
        }
    }
}

extension MilestonePlan {
    /// The next target, if `current` has not reached it but is close.
    package func approaching(from current: Double) -> ApproachingMilestone? {
        guard let target = targets.first(where: { !isReached($0, at: current) }) else {
            return nil
        }
        let distance = abs(target - current)
        guard distance <= unit.approachDistance else { return nil }
        return ApproachingMilestone(target: target, distance: distance)
    }
}
