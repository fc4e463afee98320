/// A button that sends its form.
/// - Parameters:
///   - title: The text.
///   - name: Its classes, such as `button main`.
///   - id: Unique on the page; nil: none.
///   - field: The name of the field that the button sends; nil: none.
///   - value: The value of the field.
///   - label: The description for screen readers; nil: the text.
/// - Returns: The element.
func button(
    _ title: String, class name: String = "button", id: String? = nil, name field: String? = nil,
    value: String? = nil, label: String? = nil
) -> HTML {
    element(
        "button", ["class": name, "id": id, "name": field, "value": value, "aria-label": label]
    ) { title }
}

/// A row with one button that sends its form.
func buttonRow(_ title: String, class name: String = "button", id: String) -> HTML {
    element("div", ["class": "row"]) { button(title, class: name, id: id) }
}
