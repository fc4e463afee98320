import Memberwise

/// Start weight, goal weight and interval of milestones.
///
/// All weights are in `unit`. The direction depends only on start and goal, so that it does not change when
/// the weight passes the goal.
@Memberwise
package struct MilestonePlan: Hashable, Codable, Sendable {
    package var start: Double
    package var goal: Double
    package var unit: WeightUnit
    package var interval: MilestoneInterval

    package enum Direction: String, CaseIterable, Codable, Sendable {
        case loss, gain
    }

    package var direction: Direction { goal < start ? .loss : .gain }

    var step: Double { interval.step(in: unit) }

    /// The targets in order from the start: the multiples of the step strictly between start and goal, then
    /// the goal.
    package var targets: [Double] { targets(from: start) }

    /// True if `weight` is at or past `target` in the plan's direction, apart from the rounding error of a
    /// weight that was converted.
    package func isReached(_ target: Double, at weight: Double) -> Bool {
        direction == .loss
            ? weight <= target + WeightUnit.roundingError
            : weight >= target - WeightUnit.roundingError
    }

    /// The targets that `weight` has reached, in order from the start.
    package func reached(at weight: Double) -> [Double] {
        targets.filter { isReached($0, at: weight) }
    }

    /// The targets of a plan with another start. Only the goal if a weight is outside the limits, because
    /// there could be too many multiples.
    func targets(from start: Double) -> [Double] {
        guard [start, goal].allSatisfy({ WeightLimits.isValid(weight: $0, unit: unit) }) else {
            return [goal]
        }
        let low = min(start, goal)
        let high = max(start, goal)
        var between: [Double] = []
        var index = (low / step).rounded(.down) + 1
        while index * step < high {
            between.append(index * step)
            index += 1
        }
        return (direction == .loss ? between.reversed() : between) + [goal]
    }
}

/// The distance below which a weight is near a milestone, in pounds, for all units and intervals.
package let milestoneToleranceInPounds = 0.5

extension WeightUnit {
    /// True if the distance of two weights is below the tolerance.
    package func isNear(_ weight: Double, _ target: Double) -> Bool {
        abs(weight - target) < limit(milestoneToleranceInPounds)
    }
}
