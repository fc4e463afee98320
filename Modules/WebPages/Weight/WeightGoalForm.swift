import Contracts
import Milestones
import Presentation

/// The form of the goal weight.
struct WeightGoalForm: HTMLPart {
    /// Nil without a goal weight.
    let milestones: Weights.MilestonesResponse?
    /// The unit without a goal weight.
    let unit: WeightUnit
    /// The selection of the page, which the answer has again.
    let selection: WeightSelection
    let visitor: Visitor
    let input: FormInput

    static let name = "goal"

    var html: HTML {
        card("weight-goal", "Goal") {
            if let warning = milestones?.warning {
                element("div", ["class": "note warn"]) {
                    element("p") {
                        warning == .tooLow
                            ? "The goal is unusually low." : "The goal is unusually high."
                    }
                }
            }
            form("/weight/goal", visitor, class: "stack") {
                input.note
                selection.hiddenFields
                element("div", ["class": "fields"]) {
                    InputField(
                        "Goal", id: "f-goal", name: "goal",
                        value: milestones.map { NumberText.input($0.goal) }, inputMode: "decimal",
                        isRequired: true, in: input)
                    InputField(
                        "Start", id: "f-start", name: "start",
                        value: milestones?.start.map {
                            NumberText.input(($0 * 100).rounded() / 100)
                        },
                        inputMode: "decimal", hint: "Empty: the first weight.", in: input)
                    WeightUnitField(
                        id: "f-goal-unit", selected: milestones?.unit ?? unit, input: input)
                }
                buttonRow("Save the goal", id: "save-goal")
            }
        }
    }
}
