import CivilTime
import Contracts
import Presentation

/// One training session with its sets, and the forms that change it.
struct TrainingSessionPage {
    /// The names of the forms in the posted fields.
    static let setForm = "training-set"
    static let editForm = "training-edit"
    static let deletionForm = "set-delete"

    let session: Training.Session
    /// The names of the exercises of the profile.
    let exercises: [String]
    /// A form that was refused; nil: none.
    let posted: FormInput?
    let visitor: Visitor

    private var path: String { TrainingSessionRoutes.path(of: session.id) }

    func page(toast: HTML) -> Page {
        Page(
            session.title, in: .training, status: posted?.isValid == false ? 422 : 200,
            topics: [.activities], toast: toast, content: content)
    }

    @HTMLBuilder private var content: HTML {
        pageHead(
            session.title, crumbs: [("Training", "/training")],
            lead: .text("\(session.date.fullText), \(session.stateText)."),
            fragment: "training-head"
        ) {
            if session.isOpen { end }
        }
        element("div", ["class": "with-aside"]) {
            element("div", ["class": "stack"]) {
                sets
                card("training-set", "Add a set") { addition }
            }
            element("div", ["class": "stack"]) {
                card("training-edit", "Change") { change }
                card("training-delete", "Delete") { deletion }
            }
        }
    }

    private var end: HTML {
        form("\(path)/finish", visitor, class: "row") {
            button("Finish", class: "button main", id: "training-finish")
            button("Abandon", id: "training-abandon", name: "action", value: "abandon")
        }
    }

    // MARK: Sets

    private var sets: HTML {
        let logged = session.logged ?? []
        return card("training-sets", "Sets") {
            FormInput.posted(posted, Self.deletionForm).note
            if logged.isEmpty {
                element("p", ["class": "soft"]) { "No set is logged yet." }
            } else {
                rowList(logged.map(row))
            }
            if let workout = session.workout {
                element("p", ["class": "soft small"]) {
                    "Measured at the same time: "
                    anchor(
                        KeyTitle.title(workout.type),
                        to: "/workouts/\(URLText.encoded(workout.id))", id: "training-workout")
                    ", \(NumberText.seconds(workout.seconds)), \(workout.source)."
                }
            }
        }
    }

    private func row(_ set: Training.LoggedSet) -> HTML {
        element("li") {
            rowText(.text(set.exercise), set.text)
            element("div", ["class": "row"]) {
                anchor(
                    "Edit", to: TrainingSessionRoutes.path(of: set, in: session),
                    class: "button small", id: "set-edit-\(set.number)",
                    label: "Edit set \(set.number), \(set.exercise)")
                form(
                    "\(path)/sets/\(set.number)/delete", visitor,
                    fields: [TrainingSetPage.openedField: set.summary]
                ) {
                    button(
                        "Delete", class: "button small bad", id: "set-delete-\(set.number)",
                        label: "Delete set \(set.number), \(set.exercise)")
                }
            }
        }
    }

    private var addition: HTML {
        let input = FormInput.posted(posted, Self.setForm)
        return form("\(path)/sets", visitor, class: "stack") {
            input.note
            element("div", ["class": "fields"]) {
                InputField(
                    "Exercise", id: "set-exercise", name: "exercise", hint: known, in: input)
                InputField(
                    "Set", id: "set-text", name: "set",
                    hint: "Such as 5x100kg, 3x5x100kg, 12, 90s or 5km 25min.", in: input)
                InputField(
                    "Exertion, 1 to 10", id: "set-rpe", name: "rpe", inputMode: "decimal",
                    in: input)
            }
            box("Warm-up", "warmup", input)
            box("Add the exercise if its name is new", "isNew", input)
            buttonRow("Add", class: "button main", id: "set-add")
        }
    }

    /// The number of exercises in the hint of the field.
    private static let hintLimit = 6

    /// The first exercises as a hint; nil: the profile has none.
    private var known: String? {
        let names = exercises.prefix(Self.hintLimit).joined(separator: ", ")
        return names.isEmpty ? nil : "Such as \(names)."
    }

    private func box(_ label: String, _ name: String, _ input: FormInput) -> HTML {
        checkBox(id: "set-\(name)", name: name, isChecked: input.typed(name) != nil) { label }
    }

    // MARK: Training session

    private var change: HTML {
        let input = FormInput.posted(posted, Self.editForm)
        return form(path, visitor, class: "stack") {
            input.note
            Revision.input(input.typed(Revision.field) ?? session.revision)
            InputField(
                "Label", id: "training-label", name: "label", value: session.label, in: input)
            InputField(
                "Day", id: "training-day", name: "day", value: "\(session.date)", type: "date",
                isRequired: true, in: input)
            InputField(
                "New time of the start", id: "training-at", name: "at", type: "time",
                hint: "Empty: unchanged.", in: input)
            InputField(
                "New duration", id: "training-duration", name: "duration",
                hint: "Such as 55min or 1h10. Empty: unchanged.", in: input)
            InputField(
                "Notes", id: "training-notes", name: "notes", value: session.notes, in: input)
            if !session.isOpen {
                SelectField(
                    label: "Status", id: "training-status", name: "status",
                    options: [("completed", "Completed"), ("abandoned", "Abandoned")],
                    selected: session.status, input: input)
            }
            buttonRow("Save", id: "training-save")
        }
    }

    private var deletion: HTML {
        form("\(path)/delete", visitor, class: "row") {
            button("Delete the training session", class: "button bad", id: "training-delete")
        }
    }
}

extension Training.Session {
    /// The state of the label, the day, the notes and the status, for their form.
    var revision: String { Revision.of([label, "\(date)", notes, status]) }
}

extension Training.LoggedSet {
    /// The exercise and the amounts, such as `Bench: 5 times 100 kg, warm-up`.
    var summary: String { "\(exercise): \(text)" }

    /// The amounts of the set, such as `5 times 100 kg, warm-up`.
    var text: String {
        [
            reps.map { NumberText.count($0, "repetition") },
            weight.map { NumberText.short($0) + NumberText.suffix(weightUnit) },
            distance.map { NumberText.short($0) + NumberText.suffix(distanceUnit) },
            seconds.map { NumberText.seconds($0) }, warmup ? "warm-up" : nil,
            rpe.map { "exertion \(NumberText.short($0))" },
        ].compactMap(\.self).joined(separator: ", ")
    }
}
