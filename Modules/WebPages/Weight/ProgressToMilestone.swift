import Charts
import Contracts
import Milestones
import Presentation

/// The ring of the way from the previous milestone to the next, and around it that from start to goal.
/// The share of the whole way is beside the ring.
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
        return element("div", ["class": "row"]) {
            ShareRing(
                share: progress, tone: .accent, title: text(left), details: ["to \(text(next))"],
                label:
                    "\(text(left)) to the milestone of \(text(next)), "
                    + "\(spoken(NumberText.share(progress))) done",
                outer: .init(
                    share: way.share(at: current),
                    ticks: way.inside(milestones.targets.map(\.target)).map(way.share)))
            smallText("\(whole) of the way to \(text(milestones.goal))")
        }
    }

    /// A share for a screen reader.
    private func spoken(_ share: String) -> String { share.replacing(" %", with: " percent") }
}
