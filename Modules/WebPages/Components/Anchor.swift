/// A link with a text.
/// - Parameters:
///   - title: The text.
///   - path: The address.
///   - name: Its classes, such as `button small`; nil: none.
///   - id: Unique on the page; nil: none.
///   - relation: The relation to this page, such as `prev`; nil: none.
///   - file: The name of the file that a browser saves, empty for the one of the server; nil: a browser shows
///     the target.
///   - label: The description for screen readers; nil: the text.
/// - Returns: The element.
func anchor(
    _ title: String, to path: String, class name: String? = nil, id: String? = nil,
    rel relation: String? = nil, download file: String? = nil, label: String? = nil
) -> HTML {
    element(
        "a",
        [
            "class": name, "id": id, "href": path, "rel": relation, "download": file,
            "aria-label": label,
        ]
    ) { title }
}

/// A button of an arrow that leads to the page before or after. The arrow is mirrored where text runs from right
/// to left.
func arrowButton(
    _ arrow: String, to path: String, id: String? = nil, rel relation: String? = nil, label: String
) -> HTML {
    element(
        "a",
        [
            "class": "button quiet square", "id": id, "href": path, "rel": relation,
            "aria-label": label,
        ]
    ) { element("span", ["class": "flip", "aria-hidden": "true"]) { arrow } }
}
