import CivilTime
import Contracts
import Presentation
import Tracker

/// One training plan with its days and exercises, and the forms that change them.
struct TrainingPlanPage {
    /// The names of the forms in the posted fields.
    static let nameForm = "plan-name"
    static let daysForm = "plan-days"
    static let exerciseForm = "plan-exercise"
    static let newExerciseForm = "exercise-new"

    let plan: Training.Plan
    /// The exercises of the profile, ascending by name.
    let exercises: [Training.Exercise]
    /// The weekday that the form of an exercise selects at first; nil: the first training day.
    let chosenDay: String?
    /// A form that was refused; nil: none.
    let posted: FormInput?
    let visitor: Visitor

    private var path: String { TrainingPlanRoutes.path(of: plan) }

    func page(toast: HTML) -> Page {
        Page(
            plan.name, in: .training, status: posted?.isValid == false ? 422 : 200,
            topics: [.activities], toast: toast, content: content)
    }

    private var content: HTML {
        element("div", ["class": "stack", "data-fragment": "training-plan"]) {
            pageHead(
                plan.name, crumbs: [("Training", "/training")],
                lead: .text("\(KeyTitle.title(plan.type)), \(plan.status).")
            ) {
                if plan.status != "active" { activation }
            }
            element("div", ["class": "with-aside"]) {
                element("div", ["class": "stack"]) {
                    if plan.days.isEmpty {
                        note(.plain, "The plan has no days yet. Add its weekdays first.")
                        dayCard
                    }
                    for day in plan.days {
                        TrainingDayCard(
                            day: day, plan: plan,
                            input: FormInput.posted(posted, TrainingDayCard.formName(of: day)),
                            visitor: visitor)
                    }
                    card("plan-exercise", "Add an exercise", isFragment: false) { addition }
                    if !plan.days.isEmpty, !freeWeekdays.isEmpty { dayCard }
                }
                element("div", ["class": "stack"]) {
                    card("exercise-new", "New exercise", isFragment: false) { newExercise }
                    card("plan-change", "Change", isFragment: false) { change }
                    card("plan-delete", "Delete", isFragment: false) { deletion }
                }
            }
        }
    }

    private var activation: HTML {
        form("\(path)/activate", visitor, class: "row") {
            button("Activate", class: "button main", id: "plan-activate")
        }
    }

    // MARK: Days

    /// The weekdays that the plan does not have.
    private var freeWeekdays: [Int] {
        (1...7).filter { weekday in !plan.days.contains { $0.weekday == weekday } }
    }

    private var dayCard: HTML {
        card("plan-days", "Add days", isFragment: false) { days }
    }

    private var days: HTML {
        let input = FormInput.posted(posted, Self.daysForm)
        let message = FieldMessage(
            id: "plan-weekdays", problem: input.problems["weekdays"], hint: nil)
        return form("\(path)/days", visitor, class: "stack") {
            input.note
            element(
                "fieldset",
                [
                    "class": "stack tight", "id": "plan-weekdays",
                    "aria-describedby": message.description,
                ]
            ) {
                element("legend", ["class": "soft small"]) { "Weekdays" }
                element("div", ["class": "row"]) {
                    for weekday in freeWeekdays {
                        let field = TrainingDayFields.box(weekday)
                        let isFocused = message.isProblem && weekday == freeWeekdays.first
                        element("label", ["class": "pick"]) {
                            element(
                                "input",
                                [
                                    "type": "checkbox", "id": "plan-\(field)", "name": field,
                                    "value": "1", "checked": input.typed(field) == nil ? nil : "",
                                    "aria-invalid": message.isProblem ? "true" : nil,
                                    "aria-describedby": message.description,
                                    "autofocus": isFocused ? "" : nil,
                                ])
                            element("span") { weekdayNames[weekday - 1] }
                        }
                    }
                }
                message.html
            }
            TrainingDayFields(id: "plan-days", input: input)
            buttonRow("Add", class: "button main", id: "plan-days-add")
        }
    }

    // MARK: Exercises

    /// The days that can have exercises.
    private var trainingDays: [Training.PlanDay] {
        plan.days.filter { !$0.rest && (1...7).contains($0.weekday) }
    }

    private var addition: HTML {
        let input = FormInput.posted(posted, Self.exerciseForm)
        guard !trainingDays.isEmpty, !exercises.isEmpty else {
            return element("p", ["class": "soft"]) {
                exercises.isEmpty
                    ? "There is no exercise to plan yet. Add one with New exercise."
                    : "There is no training day yet. Add one with Add days."
            }
        }
        return form("\(path)/exercises", visitor, class: "stack") {
            input.note
            element("div", ["class": "fields"]) {
                SelectField(
                    label: "Day", id: "exercise-day", name: "day",
                    options: trainingDays.map { ("\($0.weekday)", $0.titleWithLabel) },
                    selected: chosenDay, input: input)
                SelectField(
                    label: "Exercise", id: "exercise-exercise", name: "exercise",
                    options: exercises.map { ($0.id, $0.name) }, input: input)
            }
            PlannedTargetFields(id: "exercise", kind: nil, planned: nil, input: input)
            buttonRow("Add", class: "button main", id: "exercise-add")
        }
    }

    private var newExercise: HTML {
        let input = FormInput.posted(posted, Self.newExerciseForm)
        return form("\(path)/new-exercise", visitor, class: "stack") {
            input.note
            InputField(
                "Name", id: "exercise-name", name: "name",
                maximumLength: RecordName.characterLimit, in: input)
            SelectField(
                label: "Type", id: "exercise-type", name: "type",
                options: [("strength", "Strength"), ("cardio", "Cardio"), ("timed", "Timed")],
                selected: plan.type, input: input)
            InputField(
                "Muscles", id: "exercise-muscles", name: "muscles",
                hint: "Such as Chest, Triceps:0.5, where half of a set counts for Triceps.",
                in: input)
            InputField(
                "Equipment", id: "exercise-equipment", name: "equipment",
                hint: "Such as barbell. Empty for none.", in: input)
            buttonRow("Add", id: "exercise-new-add")
        }
    }

    // MARK: Plan

    private var change: HTML {
        let input = FormInput.posted(posted, Self.nameForm)
        return form(path, visitor, class: "stack") {
            input.note
            Revision.input(input.typed(Revision.field) ?? plan.revision)
            InputField(
                "Name", id: "plan-name", name: "name", value: plan.name,
                maximumLength: RecordName.characterLimit, in: input)
            buttonRow("Save", id: "plan-save")
        }
    }

    private var deletion: HTML {
        form("\(path)/delete", visitor, class: "stack") {
            element("p", ["class": "soft"]) { "Training sessions of the plan stay." }
            buttonRow("Delete", class: "button bad", id: "plan-delete")
        }
    }
}

extension Training.Plan {
    /// The state of the name, for its form.
    var revision: String { Revision.of([name]) }
}
