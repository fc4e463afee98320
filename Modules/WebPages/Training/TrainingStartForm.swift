import CivilTime
import Contracts

/// The form that starts a training session, or the link to the open one.
struct TrainingStartForm: HTMLPart {
    /// The name of the form in the posted fields.
    static let name = "training-start"

    /// The training session that is open; nil: none.
    let open: Training.Session?
    /// The labels of the days of active plans.
    let labels: [String]
    let input: FormInput
    let visitor: Visitor

    var html: HTML {
        card("training-start", open == nil ? "Start a training session" : "Open training session") {
            if let open {
                element("p") {
                    anchor(
                        "Log sets of \(open.date.dayAndMonth)",
                        to: TrainingSessionRoutes.path(of: open.id), class: "button main",
                        id: "training-open")
                }
            } else {
                form
            }
        }
    }

    private var form: HTML {
        WebPages.form("/training/start", visitor, class: "stack") {
            input.note
            element("div", ["class": "fields"]) {
                SelectField(
                    label: "Day of a plan", id: "start-day", name: "day",
                    options: [("", "By the weekday")] + labels.map { ($0, $0) }, input: input)
                SelectField(
                    label: "Type", id: "start-type", name: "type",
                    options: [
                        ("", "That of the plan, or strength"), ("strength", "Strength"),
                        ("cardio", "Cardio"),
                    ], input: input)
                InputField(
                    "Day", id: "start-on", name: "on", type: "date", hint: "Empty for today.",
                    in: input)
                InputField(
                    "Time of the start", id: "start-at", name: "at", type: "time",
                    hint: "Empty: now, and none for a past day.", in: input)
            }
            buttonRow("Start", class: "button main", id: "training-start")
        }
    }
}
