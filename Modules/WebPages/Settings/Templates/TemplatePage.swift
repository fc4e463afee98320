import Contracts
import Tracker

/// The form of one template of the profile, and its removal.
struct TemplatePage {
    /// The name of the form in the posted fields.
    static let formName = "template"
    /// The field with the name of the template before the change.
    static let nameField = "template"

    let template: Templates.Template
    /// The form as typed if it was refused.
    var input: FormInput?
    let visitor: Visitor

    private var shown: FormInput { input ?? FormInput(Self.formName) }

    /// The name of the box of an activity. Two activities of a template have different numbers.
    static func field(_ number: Int) -> String { "\(fieldPrefix)\(number)" }
    static let fieldPrefix = "activity-"

    var page: Page {
        Page(template.name, in: .settings, status: shown.isValid ? 200 : 422, content: content)
    }

    private var content: HTML {
        element("div", ["class": "stack narrow-page", "data-fragment": "template"]) {
            pageHead(
                template.name,
                crumbs: [("Settings", "/settings"), ("Templates", TemplateRoutes.path)])
            card("template-change", "Change", isFragment: false) { change }
            card("template-remove", "Remove", isFragment: false) { removal }
        }
    }

    private var change: HTML {
        form(
            TemplateRoutes.path + "/edit", visitor, class: "stack",
            fields: [Self.nameField: template.name]
        ) {
            shown.note
            InputField(
                "Name", id: "template-name", name: "name", value: template.name,
                maximumLength: RecordName.characterLimit, in: shown)
            InputField(
                "Description", id: "template-summary", name: "summary", value: template.summary,
                maximumLength: Templates.summaryLimit, in: shown)
            activities
            element("div", ["class": "row"]) {
                button("Save", class: "button main", id: "template-save")
                anchor("Cancel", to: TemplateRoutes.path, class: "button")
            }
        }
    }

    private var activities: HTML {
        let message = FieldMessage(
            id: "template-activities", problem: shown.problems["activities"], hint: nil)
        return element(
            "fieldset",
            [
                "class": "stack tight", "id": "template-activities",
                "aria-describedby": message.description,
            ]
        ) {
            element("legend", ["class": "soft small"]) { "Activities that stay" }
            for (number, name) in template.activities.enumerated() {
                let field = Self.field(number)
                checkBox(
                    id: "template-\(field)", name: field, value: name,
                    isChecked: input == nil || shown.typed(field) == name
                ) { name }
            }
            message.html
        }
    }

    private var removal: HTML {
        form(
            TemplateRoutes.path + "/delete", visitor, class: "stack",
            fields: [Self.nameField: template.name]
        ) {
            element("p", ["class": "soft"]) { "Activities that it added stay." }
            buttonRow("Delete", class: "button bad", id: "template-delete")
        }
    }
}
