import Contracts
import Milestones
import Presentation

/// The next milestone and the reached ones, newest first.
struct MilestoneList: HTMLPart {
    let milestones: Weights.MilestonesResponse

    private static let limit = 6

    private func text(_ weight: Double, _ unit: WeightUnit) -> String {
        "\(NumberText.short(weight)) \(unit.rawValue)"
    }

    var html: HTML {
        element("ul", ["class": "rows"]) {
            if let next = milestones.upcoming {
                element("li") {
                    element("div") {
                        "Next milestone"
                        if next == milestones.goal {
                            smallText("the goal")
                        }
                    }
                    element("span", ["class": "result"]) { text(next, milestones.unit) }
                }
            }
            for reached in milestones.history.reversed().prefix(Self.limit) {
                element("li") {
                    element("div") {
                        text(reached.target, reached.unit)
                        smallText("reached on \(reached.achievedDate.dayMonthAndYear)")
                    }
                    if reached.celebrationShown {
                        element("span", ["class": "good"]) { "reached" }
                    } else {
                        element("span", ["class": "badge good"]) { "new" }
                    }
                }
            }
        }
    }
}
