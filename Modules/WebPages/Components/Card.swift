/// A card with a heading. Scripts replace its content, unless it is within a larger fragment.
/// - Parameters:
///   - name: The name of the fragment, unique on the page.
///   - heading: The heading of the card.
///   - note: Words beside the heading; nil: none.
///   - aside: The part at the end of the header.
///   - isFragment: False for a card within a larger fragment.
///   - content: The parts below the header.
/// - Returns: The section.
func card(
    _ name: String, _ heading: String, note: String? = nil, aside: HTML = .empty,
    isFragment: Bool = true, @HTMLBuilder _ content: () -> HTML
) -> HTML {
    element(
        "section",
        [
            "class": "card", "aria-labelledby": "card-\(name)",
            "data-fragment": isFragment ? name : nil,
        ]
    ) {
        element("header") {
            element("h2", ["id": "card-\(name)"]) { heading }
            if let note { element("span", ["class": "soft small"]) { note } }
            aside
        }
        content()
    }
}
