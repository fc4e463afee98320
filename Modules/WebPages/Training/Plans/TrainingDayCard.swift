import CivilTime
import Contracts
import Presentation

/// A day of a training plan: its exercises in order, and the forms that change the day.
struct TrainingDayCard: HTMLPart {
    let day: Training.PlanDay
    let plan: Training.Plan
    /// The form of the day, as typed if it was refused.
    let input: FormInput
    let visitor: Visitor

    /// The name of the form of a day in the posted fields.
    static func formName(of day: Training.PlanDay) -> String { "plan-day-\(day.weekday)" }

    private var id: String { Self.formName(of: day) }
    private var path: String { "\(TrainingPlanRoutes.path(of: plan))/days/\(day.weekday)" }

    var html: HTML {
        card(id, day.title, note: day.rest ? "rest" : day.label, isFragment: false) {
            if day.exercises.isEmpty {
                element("p", ["class": "soft"]) {
                    day.rest ? "A day without training." : "The day has no exercise yet."
                }
            } else {
                rowList(day.exercises.map(row))
            }
            element(
                "details",
                ["class": "fold", "id": "\(id)-fold", "open": input.isValid ? nil : ""]
            ) {
                element("summary") { "Change \(day.title)" }
                element("div", ["class": "stack"]) {
                    change
                    deletion
                }
            }
        }
    }

    // MARK: Exercises

    private func row(_ planned: Training.PlannedExercise) -> HTML {
        let name = URLText.encoded(planned.exercise)
        // Scripts move a row that has an identifier, so that the focus stays on the button of the row.
        return element("li", ["id": "\(id)-row-\(name)"]) {
            rowText(.text(planned.text), planned.reserve)
            element("div", ["class": "row"]) {
                move(planned.exercise, "up", "↑")
                move(planned.exercise, "down", "↓")
                anchor(
                    "Edit",
                    to: PlannedExerciseRoutes.path(of: day, in: plan)
                        + URLText.query([("name", planned.exercise)]), class: "button small",
                    id: "\(id)-edit-\(name)", label: "Edit \(planned.exercise) of \(day.title)")
            }
        }
    }

    private func move(_ exercise: String, _ direction: String, _ arrow: String) -> HTML {
        form(
            "\(PlannedExerciseRoutes.path(of: day, in: plan))/order", visitor,
            fields: [PlannedExercisePage.nameField: exercise, "direction": direction]
        ) {
            button(
                arrow, class: "button quiet square",
                id: "\(id)-\(direction)-\(URLText.encoded(exercise))",
                label: "Move \(exercise) of \(day.title) \(direction)")
        }
    }

    // MARK: Day

    private var change: HTML {
        form(path, visitor, class: "stack") {
            input.note
            Revision.input(input.typed(Revision.field) ?? day.revision)
            TrainingDayFields(id: id, label: day.label, isRest: day.rest, input: input)
            buttonRow("Save", id: "\(id)-save")
        }
    }

    private var deletion: HTML {
        form("\(path)/delete", visitor, class: "row") {
            button(
                "Delete the day", class: "button bad", id: "\(id)-delete",
                label: "Delete \(day.title) with its exercises")
        }
    }
}

extension Training.PlanDay {
    /// The weekday.
    var title: String {
        (1...7).contains(weekday) ? weekdayNames[weekday - 1] : "Day \(weekday)"
    }

    /// The state of the day, for its form.
    var revision: String { Revision.of([label, "\(rest)"]) }

    /// The weekday and the label, if there is one.
    var titleWithLabel: String { label.isEmpty ? title : "\(title), \(label)" }
}

extension Training.PlannedExercise {
    /// The state of the targets, for their form.
    var revision: String {
        Revision.of([
            sets.map { "\($0)" }, rir.map { "\($0)" }, distance.map { "\($0)" }, distanceUnit,
            seconds.map { "\($0)" },
        ])
    }

    /// The repetitions in reserve in words; nil without them.
    var reserve: String? {
        rir.map { NumberText.count($0, "repetition") + " in reserve" }
    }
}
