/// A card with a heading. Its content is a fragment, which scripts replace.
struct FragmentCard {
    /// The name of the fragment, unique on the page.
    let name: String
    let heading: String
    /// The part at the end of the header; nil: none.
    var aside: HTML?
    let content: HTML

    init(
        _ name: String, _ heading: String, aside: HTML? = nil, @HTMLBuilder _ content: () -> HTML
    ) {
        self.name = name
        self.heading = heading
        self.aside = aside
        self.content = content()
    }

    var html: HTML {
        element(
            "section",
            ["class": "card", "aria-labelledby": "c-\(name)", "data-fragment": name]
        ) {
            element("header") {
                element("h2", ["id": "c-\(name)"]) { heading }
                aside
            }
            content
        }
    }
}
