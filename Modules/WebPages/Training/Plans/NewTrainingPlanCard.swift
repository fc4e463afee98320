import Tracker

/// The form that adds a training plan.
struct NewTrainingPlanCard: HTMLPart {
    /// The name of the form in the posted fields.
    static let formName = "training-plan"

    let input: FormInput
    let visitor: Visitor

    var html: HTML {
        card("training-plan-new", "New training plan") {
            form(TrainingPlanRoutes.folder, visitor, class: "stack") {
                input.note
                element("div", ["class": "fields"]) {
                    InputField(
                        "Name", id: "plan-name", name: "name",
                        maximumLength: RecordName.characterLimit,
                        in: input)
                    SelectField(
                        label: "Type", id: "plan-type", name: "type",
                        options: [("strength", "Strength"), ("cardio", "Cardio")], input: input)
                }
                buttonRow("Add", class: "button main", id: "plan-add")
            }
        }
    }
}
