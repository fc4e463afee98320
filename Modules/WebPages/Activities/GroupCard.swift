import Contracts
import Tracker

/// The form that makes a container of several activities.
struct GroupCard {
    let form: GroupForm
    /// The activities that can be chosen.
    let candidates: [Activities.Item]
    /// The names of the categories.
    let categories: [String]
    let filter: ActivityFilter
    let visitor: Visitor

    var html: HTML {
        taggedElement(
            "details",
            [
                "class": "card fold", "id": "fold-group",
                "open": form.errors.isEmpty ? nil : "",
            ]
        ) {
            element("summary") { element("h2") { "Group activities" } }
            WebPages.form("/activities/group", visitor, class: "stack") {
                filter.hiddenFields
                smallText("A group is complete when its activities are complete.")
                element("div", ["class": "fields"]) {
                    name
                    category
                }
                members
                buttonRow("Group", class: "button main", id: "group-add")
            }
        }
    }

    private var name: HTML {
        labelled("Name", for: "group-name") {
            element(
                "input",
                [
                    "id": "group-name", "name": "name", "type": "text", "required": "",
                    "value": form.name.isEmpty ? nil : form.name,
                    "aria-invalid": form.errors["name"] == nil ? nil : "true",
                    "aria-describedby": form.errors["name"] == nil ? nil : "group-name-error",
                ])
            error("name")
        }
    }

    private var category: HTML {
        labelled("Category", for: "group-category") {
            element("select", ["id": "group-category", "name": "category"]) {
                element("option", ["value": ""]) { "That of the first activity" }
                for category in categories {
                    selectOption(category, isSelected: category == form.category, category)
                }
            }
        }
    }

    private var members: HTML {
        element(
            "fieldset",
            [
                "class": "stack tight",
                "aria-describedby": form.errors["members"] == nil ? nil : "group-members-error",
            ]
        ) {
            element("legend", ["class": "soft small"]) { "Activities" }
            for item in candidates {
                checkBox(
                    id: "member-\(item.id)", name: "member-\(item.id)",
                    isChecked: form.members.contains(item.id.rawValue)
                ) { item.name }
            }
            error("members")
        }
    }

    private func error(_ name: String) -> HTML? {
        form.errors[name].map { message in
            element("span", ["class": "error", "id": "group-\(name)-error"]) { message }
        }
    }
}
