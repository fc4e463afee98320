package import Charts
import CivilTime
package import Contracts
import Milestones

extension Weights.MilestonesResponse: TextPresentable {
    package func text(_ styler: some TextStyler) -> String {
        func weight(_ value: Double?) -> String {
            value.map { "\(NumberText.short($0)) \(unit.rawValue)" } ?? "-"
        }
        var lines = [
            styler.styled("Goal \(weight(goal))", .bold)
                + ", from \(weight(start)), now \(weight(current)), every \(intervalLabel)"
        ]
        if reachedGoal {
            lines.append(styler.styled("The goal is reached.", .green))
        } else if let current, let next, let upcoming, let progress {
            // A weight is also near a milestone that it has just passed.
            let near = unit.isNear(current, upcoming) ? ", nearly there" : ""
            let share = NumberText.share(upcoming == next ? progress : 0)
            lines.append(
                "Next: \(weight(upcoming)), \(weight(abs(upcoming - current))) to go (\(share))\(near)"
            )
        }
        for target in targets {
            let day = target.achievedDate.map { " on \($0)" } ?? ""
            lines.append("\(target.reached ? "  ✓" : "  ·") \(weight(target.target))\(day)")
        }
        if let celebration { lines.append(celebration.sentence) }
        return lines.joined(separator: "\n")
    }

    /// The milestone to reach next: `next`, or the one after it if the weight is at `next`. Nil without a
    /// weight entry, and if the goal is reached.
    package var upcoming: Double? {
        guard !reachedGoal, let next else { return nil }
        guard toNext == 0, let index = targets.firstIndex(where: { $0.target == next }) else {
            return next
        }
        return index + 1 < targets.count ? targets[index + 1].target : goal
    }

    /// Nil without a weight entry or a next milestone.
    package var picture: Picture? {
        guard let current, let next, let progress else { return nil }
        return MilestoneRing(
            start: start ?? current, current: current, next: next, goal: goal, unit: unit.rawValue,
            fraction: progress,
            hasReachedGoal: reachedGoal, targets: targets.map(\.target),
            reached: targets.filter(\.reached).map {
                ($0.target, $0.achievedDate?.description ?? "reached")
            }
        ).picture
    }
}
