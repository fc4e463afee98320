import CivilTime
import Contracts

/// A page of all entries of an activity.
struct EntriesPage {
    let table: EntryTable
    /// The last day of the next page; nil: the last page.
    let earlier: CivilDate?

    private var path: String { "/activities/\(table.item.id)" }

    func page(toast: HTML) -> Page {
        Page(
            "Entries of \(table.item.name)", in: .activities, topics: [.entries, .activities],
            toast: toast, content: content)
    }

    @HTMLBuilder private var content: HTML {
        pageHead("Entries", crumbs: [(table.item.name, path)])
        card("entries", "All entries") {
            table.html
            element("div", ["class": "row"]) {
                if table.view != .all(nil) {
                    anchor("Newest", to: "\(path)/entries", class: "button quiet", id: "newest")
                }
                if let earlier {
                    anchor(
                        "Earlier", to: "\(path)/entries?to=\(earlier)", class: "button quiet",
                        id: "earlier")
                }
            }
        }
    }
}
