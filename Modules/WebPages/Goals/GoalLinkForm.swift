import Contracts
import Tracker

/// The form that links an activity to a goal, with the role of the activity.
struct GoalLinkForm: HTMLPart {
    let goal: Goals.Goal
    let activities: [Activities.Item]
    let visitor: Visitor
    let input: FormInput

    /// Activities that can be linked: at the top level, and not linked yet.
    private var candidates: [Activities.Item] {
        let linked = Set(goal.activities.map(\.activity) + goal.metrics.map(\.activity))
        return activities.filter {
            $0.container == nil && $0.deleted == nil && !linked.contains($0.name)
        }
    }

    var html: HTML {
        card("goal-link", "Link an activity") {
            if candidates.isEmpty {
                element("p", ["class": "soft"]) { "There is no other activity to link." }
                element("div", ["class": "row"]) {
                    anchor("Add an activity", to: "/activities/new", class: "button")
                }
            } else {
                form("\(goal.path)/link", visitor, class: "stack") {
                    input.note
                    SelectField(
                        label: "Activity", id: "f-activity", name: "activity",
                        options: candidates.map { ($0.id.rawValue, $0.name) }, input: input)
                    roles
                    numbers
                    buttonRow("Link", id: "link-activity")
                }
            }
        }
    }

    private static let descriptions: [(role: GoalRole.Name, title: String, text: String)] = [
        (.activity, "Counts", "Its completion rate is a part of the consistency."),
        (.metric, "Measures", "Its numbers show the progress from a start to a target."),
    ]

    private var roles: HTML {
        let current = input.typed("role") ?? GoalRole.Name.activity.rawValue
        return element("fieldset", ["class": "stack tight"]) {
            element("legend", ["class": "soft small"]) { "Role" }
            for role in Self.descriptions {
                element("label", ["class": "pick"]) {
                    radio(
                        id: "role-\(role.role.rawValue)", name: "role", value: role.role.rawValue,
                        isChecked: role.role.rawValue == current)
                    element("span") {
                        role.title
                        element("br")
                        element("span", ["class": "soft small"]) { role.text }
                    }
                }
            }
        }
    }

    private var numbers: HTML {
        element("div", ["class": "fields"]) {
            number("Weight", "weight", hint: "Empty: 1. For the consistency.")
            number("Start", "baseline", hint: "Only for a measurement.")
            number("Target", "target", hint: "Only for a measurement.")
            SelectField(
                label: "Direction", id: "f-direction", name: "direction",
                options: [("", "From start to target"), ("up", "Up"), ("down", "Down")],
                input: input)
        }
    }

    private func number(_ label: String, _ name: String, hint: String) -> HTML {
        InputField(
            label, id: "f-\(name)", name: name, inputMode: "decimal", hint: hint, in: input
        ).html
    }
}
