/// A table that scrolls on a narrow screen.
/// - Parameters:
///   - caption: The caption, which also describes the table to screen readers.
///   - isCaptionVisible: True if the caption is shown above the table.
///   - name: The classes of the part that scrolls.
///   - id: Unique on the page; nil: none.
///   - content: The head and the body of the table.
/// - Returns: The element around the table.
func scrolledTable(
    _ caption: String, isCaptionVisible: Bool = false, class name: String = "table",
    id: String? = nil, @HTMLBuilder content: () -> HTML
) -> HTML {
    element(
        "div",
        [
            "class": name, "role": "region", "aria-label": "\(caption), table", "tabindex": "0",
            "id": id,
        ]
    ) {
        element("table") {
            element("caption", ["class": isCaptionVisible ? nil : "visually-hidden"]) { caption }
            content()
        }
    }
}
