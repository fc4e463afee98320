import Contracts

/// The form of one set of a training session.
struct TrainingSetPage {
    /// The name of the form in the posted fields.
    static let formName = "set"
    /// The field with the set that the page of a form shows, since a number is that of another set after a
    /// deletion.
    static let openedField = "opened"

    let set: Training.LoggedSet
    let session: Training.Session
    /// The form as typed if it was refused.
    let input: FormInput
    let visitor: Visitor

    private var sessionPath: String { TrainingSessionRoutes.path(of: session.id) }

    /// True if the box of a warm-up is checked. A posted form has no field for an empty box.
    private var isWarmup: Bool {
        input.typed("set") == nil ? set.warmup : input.typed("warmup") != nil
    }

    var page: Page {
        Page(
            "Set \(set.number)", in: .training, status: input.isValid ? 200 : 422, content: content)
    }

    private var content: HTML {
        element("div", ["class": "stack narrow-page", "data-fragment": "training-set"]) {
            pageHead(
                "Set \(set.number)",
                crumbs: [("Training", "/training"), (session.title, sessionPath)],
                lead: .text(set.exercise))
            card("set-change", "Change", isFragment: false) {
                // The page of the answer shows new records once, and scripts would request it twice.
                form(
                    TrainingSessionRoutes.path(of: set, in: session), visitor, class: "stack",
                    fields: [Self.openedField: set.summary], isEnhanced: false
                ) {
                    input.note
                    fields
                    element("div", ["class": "row"]) {
                        button("Save", class: "button main", id: "set-save")
                        anchor("Cancel", to: sessionPath, class: "button")
                    }
                }
            }
        }
    }

    @HTMLBuilder private var fields: HTML {
        element("div", ["class": "fields"]) {
            InputField(
                "Set", id: "set-text", name: "set",
                hint:
                    "Now \(set.text). Write it as 5x100kg, 12, 90s or 5km 25min. Empty: unchanged.",
                in: input)
            InputField(
                "Exertion, 1 to 10", id: "set-rpe", name: "rpe", inputMode: "decimal",
                hint: "Empty: unchanged.", in: input)
        }
        checkBox(id: "set-warmup", name: "warmup", isChecked: isWarmup) { "Warm-up" }
    }
}
