import Contracts
import Tracker

/// The form of a new or stored activity.
struct ActivityFormPage {
    /// The name of the message that belongs to no single field.
    static let wholeForm = ""

    let form: ActivityForm
    /// The messages by name of the field.
    let errors: [String: String]
    /// The stored activity; nil: a new one.
    let item: Activities.Item?
    /// The names of the categories.
    let categories: [String]
    /// All activities of the profile.
    let activities: [Activities.Item]
    /// The health metrics; empty: unknown.
    let metrics: [Insights.Metric]
    let visitor: Visitor

    private var inputs: FormInputs { FormInputs(form: form, errors: errors) }
    private var title: String { item.map { "Edit \($0.name)" } ?? "New \(kind)" }
    private var kind: String {
        ["sticky", "adhoc"].contains(form["schedule"]) ? "reminder" : "activity"
    }
    private var back: String { item.map { "/activities/\($0.id)" } ?? "/activities" }

    var page: Page {
        Page(title, in: .activities, script: "activity-form", content: content)
    }

    @HTMLBuilder private var content: HTML {
        pageHead(
            title, crumbs: [(item?.name ?? "Activities", back)], fragment: "activity-form-head")
        element("div", ["class": "narrow-page", "data-fragment": "activity-form"]) {
            WebPages.form(
                item == nil ? "/activities/new" : "\(back)/edit", visitor, class: "stack wide"
            ) {
                if let item { hidden("revision", "\(item.revision)") }
                summary
                basics
                ActivityFormSchedule(inputs: inputs).html
                ActivityFormNumbers(inputs: inputs, metrics: metrics).html
                more
                if item != nil { days }
                buttons
            }
        }
    }

    /// The message about the whole form, or the number of fields with a message.
    private var summary: HTML? {
        guard !errors.isEmpty else { return nil }
        if let message = errors[Self.wholeForm] { return ActivityParts.problem(message) }
        guard errors["name"] == nil || form["name"].isEmpty else {
            return ActivityParts.problem(
                "The name “\(form["name"])” is already used.",
                group {
                    "Choose another name"
                    if let other = activities.first(where: isCalledTheSame) {
                        ", or open the existing activity "
                        anchor(other.name, to: "/activities/\(other.id)")
                    }
                    "."
                })
        }
        return ActivityParts.problem(
            errors.count == 1
                ? "One field needs a change." : "\(errors.count) fields need a change.",
            "Nothing was saved.".html)
    }

    private func isCalledTheSame(_ other: Activities.Item) -> Bool {
        other.name.lowercased() == form["name"].lowercased()
    }

    private var basics: HTML {
        element("section", ["class": "card", "aria-labelledby": "basics"]) {
            element("h2", ["id": "basics"]) { "Basics" }
            inputs.text("Name", "name", isRequired: true, maximumLength: RecordName.characterLimit)
            element("div", ["class": "fields"]) {
                inputs.select(
                    "Category", "category",
                    [("", item == nil ? "Suggested by the name" : "None")]
                        + categories.map { ($0, $0) })
                if item == nil, !containers.isEmpty {
                    inputs.select(
                        "In group", "container",
                        [("", "None")] + containers.map { ($0.id.rawValue, $0.name) })
                }
            }
            inputs.fieldset("Type", "type") {
                for type in ActivityType.allCases {
                    element("label", ["class": "pick"]) {
                        inputs.choice("type", type.rawValue)
                        element("span") {
                            type.texts.name
                            element("br")
                            element("span", ["class": "soft small"]) { type.texts.meaning }
                        }
                    }
                }
            }
        }
    }

    private var containers: [Activities.Item] { activities.filter { $0.type == .container } }

    private var more: HTML {
        element("section", ["class": "card", "aria-labelledby": "appearance"]) {
            element("h2", ["id": "appearance"]) { "Appearance and order" }
            element("div", ["class": "fields"]) {
                inputs.select(
                    "Icon", "icon",
                    (item == nil ? [("", "By the name")] : [])
                        + ActivityIcon.names.map { ($0.key, $0.value) },
                    hint: "For other programs; these pages draw no icons.")
                color
                inputs.select(
                    "Listed after", "after",
                    [("", "Nothing")]
                        + activities.filter { $0.id != item?.id && !$0.schedule.isReminder }
                        .map { ($0.name, $0.name) })
            }
        }
    }

    /// The colour. The control always has a value, so that a box leaves the colour out.
    private var color: HTML {
        element("div", ["class": "stack tight"]) {
            inputs.text(
                "Colour", "color", value: Appearance.activity.color.lowercased(), type: "color")
            element("label", ["class": "pick"]) {
                element(
                    "input",
                    [
                        "type": "checkbox", "id": "f-noColor", "name": "noColor", "value": "1",
                        "checked": form["color"].isEmpty ? "" : nil,
                    ])
                item == nil ? "Suggested by the name" : "The default colour"
            }
        }
    }

    /// The days that an edit applies to.
    private var days: HTML {
        element("section", ["class": "card", "aria-labelledby": "days"]) {
            element("h2", ["id": "days"]) { "Days of the change" }
            inputs.fieldset("Type, schedule, target and health link change on", "scope") {
                element("label", ["class": "pick"]) {
                    scope(.future)
                    element("span") {
                        "Later days only"
                        element("br")
                        element("span", ["class": "soft small"]) {
                            "Past days, streaks and rates are unchanged."
                        }
                    }
                }
                element("label", ["class": "pick"]) {
                    scope(.all)
                    element("span") {
                        "All days"
                        element("br")
                        element("span", ["class": "soft small"]) {
                            "Streaks and rates of past days are computed again."
                        }
                    }
                }
            }
            inputs.text(
                "First day", "on", type: "date",
                hint: "Of a change of later days. Empty: today.")
        }
    }

    private func scope(_ scope: EditScope) -> HTML {
        let current = EditScope(rawValue: form["scope"]) ?? .future
        return radio(
            id: "f-scope-\(scope.rawValue)", name: "scope", value: scope.rawValue,
            isChecked: scope == current)
    }

    private var buttons: HTML {
        element("div", ["class": "row"]) {
            button(item == nil ? "Add the \(kind)" : "Save", class: "button main", id: "save")
            if item == nil {
                element(
                    "button",
                    [
                        "class": "button", "id": "suggest", "name": "action", "value": "suggest",
                        "formnovalidate": "",
                    ]
                ) { "Suggest icon, colour and category" }
            }
            anchor("Cancel", to: back, class: "button", id: "cancel")
        }
    }
}

extension String {
    fileprivate var html: HTML { .text(self) }
}
