/// The position of a weight between two milestones.
package struct MilestoneProgress: Hashable, Codable, Sendable {
    package var current: Double
    package var next: Double
    package var previous: Double
    /// 0 to 1 of the way from previous to next.
    package var fraction: Double
    /// The distance to the next target; 0 if the target is reached.
    package var toNext: Double
    package var reachedGoal: Bool
    /// True if a target is within the tolerance.
    package var isNear: Bool
}

extension MilestonePlan {
    /// The position of `current` between milestones.
    ///
    /// Targets are counted from the worse of start and current weight. `next` is the first target at or
    /// past the weight, else the goal. `previous` is the last target before `next` at or behind the
    /// weight, else the interval boundary at or behind the weight.
    package func progress(at current: Double) -> MilestoneProgress {
        let worst = direction == .loss ? max(start, current) : min(start, current)
        let targets = targets(from: worst)
        let next = targets.first { isReached(current, at: $0) } ?? goal
        let passed = targets.prefix { $0 != next }.last { isReached($0, at: current) }
        let previous = passed ?? boundary(before: next, behind: current)
        let distance = abs(next - previous)
        let travelled = direction == .loss ? previous - current : current - previous
        return MilestoneProgress(
            current: current, next: next, previous: previous,
            fraction: distance > 0 ? min(max(travelled / distance, 0), 1) : 1,
            toNext: isReached(next, at: current) ? 0 : abs(next - current),
            reachedGoal: isReached(goal, at: current),
            isNear: targets.contains { unit.isNear(current, $0) })
    }

    /// The multiple of the step at or behind `current` and before `next`.
    private func boundary(before next: Double, behind current: Double) -> Double {
        switch direction {
        case .loss:
            let boundary = (max(current, next) / step).rounded(.up) * step
            return boundary > next ? boundary : boundary + step
        case .gain:
            let boundary = (min(current, next) / step).rounded(.down) * step
            return boundary < next ? boundary : boundary - step
        }
    }
}
