/// The card of a page or part without content: a drawing, a heading, a sentence, and links that lead on.
///
/// - Parameters:
///   - heading: The heading, such as `No photo yet`.
///   - sentence: The event after which there is content; nil: no sentence.
///   - fragment: The name of the fragment; nil for a card within a larger fragment.
///   - links: The text and the address of each link; the first one is the main one.
/// - Returns: The section.
func emptyCard(
    _ heading: String, _ sentence: String? = nil, fragment: String? = nil,
    links: [(text: String, href: String)] = []
) -> HTML {
    element(
        "section",
        ["class": "card empty", "aria-labelledby": "empty-title", "data-fragment": fragment]
    ) {
        Drawing.line
        element("h2", ["id": "empty-title"]) { heading }
        if let sentence { element("p") { sentence } }
        if !links.isEmpty {
            element("div", ["class": "row"]) {
                for (index, link) in links.enumerated() {
                    anchor(link.text, to: link.href, class: index == 0 ? "button main" : "button")
                }
            }
        }
    }
}
