import CivilTime
import Contracts

/// The page on which the removal of a deleted record for good is confirmed.
struct TrashRemovalPage {
    static let path = "/activities/trash/remove"

    let item: Trash.Item
    let visitor: Visitor

    /// The page of a record.
    static func path(of item: Trash.Item) -> String {
        path + URLText.query([("record", item.id)])
    }

    var page: Page { Page("Remove \(item.name) for good", in: .activities, content: content) }

    private var content: HTML {
        element("div", ["class": "stack narrow-page", "data-fragment": "trash-removal"]) {
            pageHead(
                "Remove for good",
                crumbs: [("Activities", "/activities"), ("Trash", "/activities/trash")],
                lead: .text(item.name))
            card("trash-removal", "Confirm", isFragment: false) {
                element("p") {
                    "The \(item.kind), deleted on \(item.deleted.fullText), is removed from the data and its history. Undo does not restore it."
                }
                form(Self.path, visitor, class: "row", fields: ["record": item.id]) {
                    button("Remove for good", class: "button bad", id: "trash-remove")
                    anchor("Cancel", to: "/activities/trash", class: "button")
                }
            }
        }
    }
}
