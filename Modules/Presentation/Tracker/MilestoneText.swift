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
        } else if let next, let progress {
            // A weight is also near a milestone that it has just passed.
            let isNearNext = current.map { unit.isNear($0, next) } ?? false
            lines.append(
                "Next: \(weight(next)), \(weight(toNext)) to go "
                    + "(\(NumberText.share(progress)))\(isNearNext ? ", nearly there" : "")")
        }
        for target in targets {
            let day = target.achievedDate.map { " on \($0)" } ?? ""
            lines.append("\(target.reached ? "  ✓" : "  ·") \(weight(target.target))\(day)")
        }
        if let celebration { lines.append(celebration.sentence) }
        return lines.joined(separator: "\n")
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
