/// A change that another change came before: both versions of a record, to choose from.
struct ConflictPage {
    /// The name of the record.
    let name: String
    let section: Page.Section
    /// The page of the record, which shows the saved version.
    let back: String
    /// The path of the form that was not saved.
    let action: String
    /// The fields of that form.
    let fields: [String: String]
    /// The present state of the record.
    let revision: String
    /// The label, the saved text and the typed text of each field that differs.
    let differences: [(label: String, saved: String, typed: String)]
    /// The fragment of the page of the form that scripts replace.
    let fragment: String
    let visitor: Visitor

    /// Fields that the form of this page has itself.
    private static let ownFields: Set<String> = ["csrf", "key", Revision.field]

    var page: Page {
        Page("Two versions", in: section, status: 409, content: content)
    }

    private var content: HTML {
        element("div", ["class": "stack", "data-fragment": fragment]) {
            pageHead(
                "Two versions", crumbs: [(name, back)],
                lead:
                    "“\(name)” was changed after this form was opened. Your change is not saved.")
            element("section", ["class": "card", "aria-label": "Versions"]) {
                ActivityParts.table(
                    "Versions", ["Field", "Saved", "Your change"].map { .text($0) },
                    differences.map { [.text($0.label), .text($0.saved), .text($0.typed)] })
                element("div", ["class": "row"]) {
                    anchor("Keep the saved version", to: back, class: "button", id: "keep-saved")
                    form(action, visitor) {
                        for (name, value) in fields.sorted(by: { $0.key < $1.key })
                        where !Self.ownFields.contains(name) {
                            hidden(name, value)
                        }
                        hidden(Revision.field, revision)
                        button("Save your change", class: "button main", id: "save-change")
                    }
                }
            }
        }
    }
}
