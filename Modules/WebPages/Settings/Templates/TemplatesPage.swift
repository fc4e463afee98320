import Contracts
import Tracker

/// The templates of activities, with a form that adds one from an activity.
struct TemplatesPage {
    /// The name of the form in the posted fields.
    static let formName = "template"

    /// The templates in list order.
    let templates: [Templates.Template]
    /// The activities in use, containers included, in list order.
    let activities: [Activities.Item]
    /// The form of a new template, as typed if it was refused.
    let input: FormInput
    let visitor: Visitor

    func page(toast: HTML) -> Page {
        Page(
            "Templates", in: .settings, status: input.isValid ? 200 : 422, topics: [.activities],
            toast: toast, content: content)
    }

    @HTMLBuilder private var content: HTML {
        pageHead(
            "Templates", crumbs: [("Settings", "/settings")],
            lead:
                "Activities that are added together. Those whose names exist are not added again."
        )
        card("templates", "Templates") {
            rowList(templates.enumerated().map { row($1, number: $0) })
        }
        card("template-new", "New template") {
            if activities.isEmpty {
                element("p", ["class": "soft"]) {
                    "There is no activity yet, from which a template could be made."
                }
            } else {
                addition
            }
        }
    }

    private func row(_ template: Templates.Template, number: Int) -> HTML {
        let title = Self.title(template)
        let names = template.activities.joined(separator: ", ")
        return element("li") {
            rowText(
                HTML.text(title), template.summary.isEmpty ? names : "\(template.summary) \(names)")
            element("div", ["class": "row"]) {
                form(TemplateRoutes.path + "/apply", visitor, fields: ["name": template.name]) {
                    button(
                        "Add activities", class: "button small", id: "template-apply-\(number)",
                        label: "Add the activities of the template \(title)")
                }
                if template.isOwn == true {
                    anchor(
                        "Edit", to: TemplateRoutes.editPath(of: template.name),
                        class: "button small", id: "template-edit-\(number)",
                        label: "Edit the template \(title)")
                }
            }
        }
    }

    /// The name of a template; that of Dayline's is a key.
    static func title(_ template: Templates.Template) -> String {
        template.isOwn == true ? template.name : KeyTitle.title(template.name)
    }

    private var addition: HTML {
        form(TemplateRoutes.path, visitor, class: "stack") {
            input.note
            element("div", ["class": "fields"]) {
                SelectField(
                    label: "Activity or group", id: "template-activity", name: "activity",
                    options: activities.map { (value: $0.id.rawValue, text: $0.name) },
                    hint: "The present settings of the activity are stored in the template.",
                    input: input)
                InputField(
                    "Name", id: "template-name", name: "name",
                    maximumLength: RecordName.characterLimit,
                    hint: "Without a name, that of the activity.", in: input)
                InputField(
                    "Description", id: "template-summary", name: "summary",
                    maximumLength: Templates.summaryLimit, in: input)
            }
            buttonRow("Add", class: "button main", id: "template-add")
        }
    }
}
