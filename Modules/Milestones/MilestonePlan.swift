/// The way from a start to a goal, and the targets on it.
///
/// All weights are in `unit`. The direction comes from start against goal, never from the weight
/// of the moment, so that it does not flip past the goal.
package struct MilestonePlan: Hashable, Codable, Sendable {
    package var start: Double
    package var goal: Double
    package var unit: WeightUnit
    package var interval: MilestoneInterval

    package init(start: Double, goal: Double, unit: WeightUnit, interval: MilestoneInterval) {
        self.start = start
        self.goal = goal
        self.unit = unit
        self.interval = interval
    }

    package enum Direction: String, CaseIterable, Codable, Sendable {
        case loss, gain
    }

    package var direction: Direction { goal < start ? .loss : .gain }

    var step: Double { interval.step(in: unit) }

    /// The targets in walking order: the multiples of the step strictly between start and goal, and
    /// last the goal.
    package var targets: [Double] { targets(from: start) }

    /// Whether `weight` is at or past `target` in the plan's direction, exactly.
    package func isReached(_ target: Double, at weight: Double) -> Bool {
        direction == .loss ? weight <= target : weight >= target
    }

    /// The targets that `weight` has reached, in walking order.
    package func reached(at weight: Double) -> [Double] {
        targets.filter { isReached($0, at: weight) }
    }

    /// A plan starting elsewhere may lie behind this one's start, never past its goal.
    /// Between weights that nobody weighs lie more multiples than anybody walks past: none are named.
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

/// When a weight is near a milestone: within this many pounds, whatever the unit or interval.
package let milestoneToleranceInPounds = 0.5

extension WeightUnit {
    /// Whether two weights are closer than the tolerance.
    package func isNear(_ weight: Double, _ target: Double) -> Bool {
        abs(weight - target) < limit(milestoneToleranceInPounds)
    }
}
