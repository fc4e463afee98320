import Contracts

/// The form of the targets of an exercise of a day, and its removal from the day.
struct PlannedExercisePage {
    /// The name of the form in the posted fields.
    static let formName = "planned-exercise"
    /// The field with the name of the exercise.
    static let nameField = "exercise"

    let plan: Training.Plan
    let day: Training.PlanDay
    let exercise: Training.PlannedExercise
    /// The form as typed if it was refused.
    var input = FormInput(Self.formName)
    let visitor: Visitor

    private var path: String { PlannedExerciseRoutes.path(of: day, in: plan) }
    private var planPath: String { TrainingPlanRoutes.path(of: plan) }

    var page: Page {
        Page(exercise.exercise, in: .training, status: input.isValid ? 200 : 422, content: content)
    }

    private var content: HTML {
        element("div", ["class": "stack narrow-page", "data-fragment": "planned-exercise"]) {
            pageHead(
                exercise.exercise, crumbs: [("Training", "/training"), (plan.name, planPath)],
                lead: .text(day.titleWithLabel))
            card("planned-change", "Change", isFragment: false) { change }
            card("planned-remove", "Remove", isFragment: false) { removal }
        }
    }

    private var change: HTML {
        form(path, visitor, class: "stack", fields: [Self.nameField: exercise.exercise]) {
            input.note
            Revision.input(input.typed(Revision.field) ?? exercise.revision)
            PlannedTargetFields(
                id: "planned", kind: exercise.sets == nil ? .cardio : .strength,
                planned: exercise, input: input)
            element("div", ["class": "row"]) {
                button("Save", class: "button main", id: "planned-save")
                anchor("Cancel", to: planPath, class: "button")
            }
        }
    }

    private var removal: HTML {
        form("\(path)/delete", visitor, class: "stack", fields: [Self.nameField: exercise.exercise])
        {
            element("p", ["class": "soft"]) { "Training sessions with the exercise stay." }
            buttonRow("Remove from \(day.title)", class: "button bad", id: "planned-delete")
        }
    }
}
