import Charts
import Contracts
import Milestones
import Presentation

/// The ring of the way from the previous milestone to the next, and around it that from start to goal.
struct ProgressToMilestone {
    let milestones: Weights.MilestonesResponse

    private func text(_ weight: Double) -> String {
        "\(NumberText.short(weight)) \(milestones.unit.rawValue)"
    }

    /// Nil without a weight.
    var html: HTML? {
        if milestones.reachedGoal {
            return ShareRing(
                share: 1, tone: .green, title: text(milestones.goal), details: ["goal reached"],
                label: "The goal of \(text(milestones.goal)) is reached",
                outer: .init(share: 1, ticks: [])
            ).html
        }
        guard let progress = milestones.progress, let next = milestones.next,
            let left = milestones.toNext, let current = milestones.current
        else { return nil }
        let way = MilestoneRing.Way(
            start: milestones.start ?? current, goal: milestones.goal)
        let whole = NumberText.share(way.share(at: current))
        return ShareRing(
            share: progress, tone: .accent, title: text(left),
            details: ["to \(text(next))", "\(whole) of the way"],
            label:
                "\(text(left)) to the milestone of \(text(next)), \(spoken(NumberText.share(progress))) done; "
                + "\(spoken(whole)) of the way to the goal of \(text(milestones.goal))",
            outer: .init(
                share: way.share(at: current),
                ticks: way.inside(milestones.targets.map(\.target)).map(way.share))
        ).html
    }

    /// A share for a screen reader.
    private func spoken(_ share: String) -> String { share.replacing(" %", with: " percent") }
}
