import Contracts
import Presentation
import RPC
import Tracker

/// The forms of one category and its reminders, and its removal.
struct CategoryPage {
    /// The name of the form in the posted fields.
    static let formName = "category"

    let category: Categories.Item
    /// The form as typed if it was refused.
    var input = FormInput(Self.formName)
    /// The form of the reminders as typed if it was refused.
    var reminders = FormInput(CategoryReminders.formName)
    let visitor: Visitor

    static func path(of category: Categories.Item) -> String {
        "\(CategoryRoutes.path)/\(URLText.encoded(category.id.rawValue))"
    }

    private var path: String { Self.path(of: category) }

    var page: Page {
        Page(
            category.name, in: .settings, status: !input.isValid || !reminders.isValid ? 422 : 200,
            content: content)
    }

    private var content: HTML {
        element("div", ["class": "stack narrow-page", "data-fragment": "category"]) {
            pageHead(
                category.name,
                crumbs: [("Settings", "/settings"), ("Categories", CategoryRoutes.path)])
            card("category-edit", "Change", isFragment: false) { change }
            card("category-reminders", "Reminders", isFragment: false) {
                CategoryRemindersForm(
                    category: category, path: "\(path)/reminders", input: reminders,
                    visitor: visitor)
            }
            card("category-remove", "Remove", isFragment: false) { removal }
        }
    }

    private var change: HTML {
        form(path, visitor, class: "stack") {
            input.note
            InputField(
                "Name", id: "category-name", name: "name", value: category.name,
                maximumLength: CategoriesPage.nameLimit, in: input)
            InputField(
                "Description", id: "category-about", name: "about", value: category.about,
                in: input)
            SelectField(
                label: "Icon", id: "category-icon", name: "icon", options: icons,
                selected: category.icon, hint: "For other programs; these pages draw no icons.",
                input: input)
            InputField(
                "Colour", id: "category-color", name: "color",
                value: category.color.lowercased(), type: "color", in: input)
            element("div", ["class": "row"]) {
                button("Save", class: "button main", id: "category-save")
                anchor("Cancel", to: CategoryRoutes.path, class: "button")
            }
        }
    }

    /// The icons to choose from, with that of the category.
    private var icons: [(value: String, text: String)] {
        let known = ActivityIcon.names.map { (value: $0.key, text: $0.value) }
        let isKnown = known.contains { $0.value == category.icon }
        return isKnown ? known : [(category.icon, category.icon)] + known
    }

    private var removal: HTML {
        form("\(path)/delete", visitor, class: "stack") {
            element("p", ["class": "soft"]) {
                category.activities == 0
                    ? "The category has no activities."
                    : "\(NumberText.count(category.activities, "activity", "activities")) will have no category."
            }
            buttonRow("Move to the trash", class: "button bad", id: "category-delete")
        }
    }
}
