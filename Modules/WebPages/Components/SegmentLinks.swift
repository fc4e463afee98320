/// Links of which one is the current one.
/// - Parameters:
///   - label: The description for screen readers.
///   - links: The links; their identifiers are unique on the page.
/// - Returns: The navigation.
func segmentLinks(
    _ label: String, _ links: [(title: String, path: String, id: String, isCurrent: Bool)]
) -> HTML {
    element("nav", ["class": "segments", "aria-label": label]) {
        for link in links {
            element(
                "a",
                [
                    "href": link.path, "id": link.id,
                    "aria-current": link.isCurrent ? "true" : nil,
                ]
            ) { link.title }
        }
    }
}
