import CivilTime
import Contracts

/// A page of all entries of an activity.
struct EntriesPage {
    let table: EntryTable
    /// The last day of the next page; nil: the last page.
    let earlier: CivilDate?

    private var path: String { "/activities/\(table.item.id)" }

    func page(toast: HTML) -> Page {
        var page = Page("Entries of \(table.item.name)", in: .activities, content: content)
        page.topics = [.entries, .activities]
        page.toast = toast
        return page
    }

    private var content: HTML {
        group {
            pageHead("Entries", crumbs: [(table.item.name, path)])
            card("entries", "All entries") {
                table.html
                element("div", ["class": "row"]) {
                    if table.view != .all(nil) {
                        element(
                            "a",
                            ["class": "button quiet", "id": "newest", "href": "\(path)/entries"]
                        ) { "Newest" }
                    }
                    if let earlier {
                        element(
                            "a",
                            [
                                "class": "button quiet", "id": "earlier",
                                "href": "\(path)/entries?to=\(earlier)",
                            ]
                        ) { "Earlier" }
                    }
                }
            }
        }
    }
}
