import Contracts
import Milestones
import Presentation

/// The ring of the way from the previous milestone to the next.
struct ProgressToMilestone {
    let milestones: Weights.MilestonesResponse

    private func text(_ weight: Double) -> String {
        "\(NumberText.short(weight)) \(milestones.unit.rawValue)"
    }

    /// Nil without a weight.
    var html: HTML? {
        if milestones.reachedGoal {
            return Self.ring(
                1, .green, text(milestones.goal), "goal reached",
                "The goal of \(text(milestones.goal)) is reached")
        }
        guard let progress = milestones.progress, let next = milestones.next,
            let left = milestones.toNext
        else { return nil }
        let percent = NumberText.share(progress).replacing(" %", with: " percent")
        return Self.ring(
            progress, .accent, text(left), "to \(text(next))",
            "\(text(left)) to the milestone of \(text(next)), \(percent) done")
    }

    private static func ring(
        _ share: Double, _ tone: Tone, _ big: String, _ small: String, _ label: String
    ) -> HTML {
        element(
            "div", ["class": "ring large \(tone.className)", "role": "img", "aria-label": label]
        ) {
            element("svg", ["viewBox": "0 0 104 104", "aria-hidden": "true"]) {
                element("circle", ["cx": "52", "cy": "52", "r": "45"])
                if share > 0 {
                    element(
                        "circle",
                        [
                            "class": "part-done", "cx": "52", "cy": "52", "r": "45",
                            "pathLength": "100",
                            "stroke-dasharray": "\(oneDecimal(min(share, 1) * 100)) 100",
                        ])
                }
            }
            element("span", ["aria-hidden": "true"]) {
                element("b") { big }
                element("small") { small }
            }
        }
    }
}
