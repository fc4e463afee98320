/// The head of a page: links to the pages above it, the heading and what belongs beside them.
/// - Parameters:
///   - heading: The heading of the page.
///   - crumbs: The titles and paths of the pages above, the highest first.
///   - place: Words after the crumbs; nil: none.
///   - lead: The sentence below the heading; nil: none.
///   - fragment: The name of the fragment, for pages that change; nil: none.
///   - aside: The part at the end of the line.
/// - Returns: The element.
func pageHead(
    _ heading: String, crumbs: [(title: String, path: String)] = [], place: String? = nil,
    lead: HTML? = nil, fragment: String? = nil, @HTMLBuilder aside: () -> HTML = { .empty }
) -> HTML {
    element("div", ["class": "page-head", "data-fragment": fragment]) {
        element("div") {
            if !crumbs.isEmpty {
                element("p", ["class": "crumbs"]) {
                    for (index, crumb) in crumbs.enumerated() {
                        if index > 0 { " / " }
                        anchor(crumb.title, to: crumb.path)
                    }
                    if let place { " / \(place)" }
                }
            }
            element("h1") { heading }
            if let lead { element("p", ["class": "lead"]) { lead } }
        }
        aside()
    }
}
