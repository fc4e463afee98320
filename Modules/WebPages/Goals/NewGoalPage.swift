/// The form of a new goal.
struct NewGoalPage {
    let visitor: Visitor
    var input = FormInput("new")

    var page: Page {
        Page("New goal", in: .goals, status: input.isValid ? 200 : 422, content: content)
    }

    @HTMLBuilder private var content: HTML {
        pageHead("New goal", crumbs: [("Goals", "/goals")])
        element("div", ["class": "narrow-page", "data-fragment": "goal-form"]) {
            form("/goals/new", visitor, class: "stack wide") {
                element("section", ["class": "card", "aria-label": "Goal"]) {
                    input.note
                    InputField(
                        "Title", id: "f-title", name: "title", isRequired: true, in: input)
                    element("div", ["class": "fields"]) {
                        InputField(
                            "Deadline", id: "f-deadline", name: "deadline", type: "date",
                            hint: "Optional. The last day to reach the goal.", in: input)
                    }
                }
                element("div", ["class": "row"]) {
                    button("Add the goal", class: "button main", id: "add-goal")
                    anchor("Cancel", to: "/goals", class: "button")
                }
            }
        }
    }
}
