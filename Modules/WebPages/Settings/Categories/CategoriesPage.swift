import Contracts
import Presentation
import RPC
import Tracker

/// The categories of activities, with a form that adds one.
struct CategoriesPage {
    /// The name of the form in the posted fields.
    static let formName = "category"

    /// The categories in list order.
    let categories: [Categories.Item]
    /// The form of a new category, as typed if it was refused.
    let input: FormInput
    let visitor: Visitor

    static let nameLimit = 100

    func page(toast: HTML) -> Page {
        Page(
            "Categories", in: .settings, status: input.isValid ? 200 : 422, topics: [.activities],
            toast: toast, content: content)
    }

    @HTMLBuilder private var content: HTML {
        pageHead(
            "Categories", crumbs: [("Settings", "/settings")],
            lead: "The groups of activities in lists, insights and calendar feeds.")
        card("categories", "Categories") {
            if categories.isEmpty {
                element("p", ["class": "soft"]) { "There is no category." }
            } else {
                rowList(categories.enumerated().map { row($1, number: $0) })
            }
            form("\(CategoryRoutes.path)/defaults", visitor, class: "row") {
                button("Add missing default categories", id: "category-defaults")
            }
        }
        card("category-new", "New category") { addition }
    }

    private func row(_ category: Categories.Item, number: Int) -> HTML {
        let count = NumberText.count(category.activities, "activity", "activities")
        // Scripts move a row with an identifier instead of changing the rows in their places, so that
        // the focus stays on the button of its category.
        return element("li", ["id": "category-row-\(Self.encodedID(of: category))"]) {
            rowText(
                HTML.text(category.name),
                category.about.isEmpty ? count : "\(count). \(category.about)")
            element("div", ["class": "row"]) {
                move(category, "up", "↑")
                move(category, "down", "↓")
                anchor(
                    "Edit", to: CategoryPage.path(of: category), class: "button small",
                    id: "category-edit-\(number)", label: "Edit the category \(category.name)")
            }
        }
    }

    private static func encodedID(of category: Categories.Item) -> String {
        URLText.encoded(category.id.rawValue)
    }

    private func move(_ category: Categories.Item, _ direction: String, _ arrow: String) -> HTML {
        form(
            "\(CategoryPage.path(of: category))/order", visitor, fields: ["direction": direction]
        ) {
            button(
                arrow, class: "button quiet square",
                id: "category-\(direction)-\(Self.encodedID(of: category))",
                label: "Move the category \(category.name) \(direction)")
        }
    }

    private var addition: HTML {
        form(CategoryRoutes.path, visitor, class: "stack") {
            input.note
            element("div", ["class": "fields"]) {
                InputField(
                    "Name", id: "category-name", name: "name",
                    maximumLength: Self.nameLimit,
                    hint: "Icon and colour follow the name and can be changed later.", in: input)
                InputField("Description", id: "category-about", name: "about", in: input)
            }
            buttonRow("Add", class: "button main", id: "category-add")
        }
    }
}
