import Contracts
import Milestones

/// The choice of the distance of milestones.
struct MilestoneIntervalForm: HTMLPart {
    let milestones: Weights.MilestonesResponse
    /// The selection of the page, which the answer has again.
    let selection: WeightSelection
    let visitor: Visitor
    let input: FormInput

    static let name = "interval"

    var html: HTML {
        form("/weight/interval", visitor, class: "stack tight") {
            input.note
            selection.hiddenFields
            element("fieldset", ["class": "stack tight"]) {
                element("legend", ["class": "soft small"]) { "Distance of milestones" }
                element("div", ["class": "segments"]) {
                    for interval in MilestoneInterval.allCases { choice(interval) }
                }
            }
            smallText(
                "A milestone is reached every \(milestones.intervalLabel) on the way to the goal. "
                    + "Another distance changes the next milestone, not the reached ones.")
            buttonRow("Save the distance", class: "button small", id: "save-interval")
        }
    }

    private func choice(_ interval: MilestoneInterval) -> HTML {
        element("label") {
            radio(
                id: "interval-\(interval.rawValue)", name: "interval", value: interval.rawValue,
                isChecked: interval == milestones.interval)
            interval.label(in: milestones.unit)
        }
    }
}
