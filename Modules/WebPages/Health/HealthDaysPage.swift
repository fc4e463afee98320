/// The frame of a page below Health that shows some days: its head, and the card before the first data.
struct HealthDaysPage {
    let title: String
    /// The name of the part with the days, which the card before the first data replaces.
    let fragment: String
    let emptyHeading: String
    let emptySentence: String
    let importLink: String

    private static let crumbs = [(title: "Health", path: "/health")]

    /// The page of a range; without `hasData` the card before the first data.
    func page(
        of range: DayRange, hasData: Bool, @HTMLBuilder controls: () -> HTML = { .empty },
        @HTMLBuilder content: () -> HTML
    ) -> Page {
        Page(
            title, in: .health, topics: hasData ? [.health] : [.health, .imports],
            content: group {
                if hasData {
                    pageHead(
                        title, crumbs: Self.crumbs, lead: .text("\(range.text)."),
                        fragment: "\(fragment)-head", aside: controls)
                    content()
                } else {
                    pageHead(title, crumbs: Self.crumbs)
                    emptyCard(
                        emptyHeading, emptySentence, fragment: fragment,
                        links: [(importLink, "/import")])
                }
            })
    }
}
