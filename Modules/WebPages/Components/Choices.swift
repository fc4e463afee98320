/// A box that is checked or not, with its label.
/// - Parameters:
///   - id: Unique on the page.
///   - name: The field that the form sends if the box is checked.
///   - value: The value of the field; nil: the one of the browser.
///   - isChecked: True for a box that is checked at first.
///   - label: The text beside the box.
/// - Returns: The element.
func checkBox(
    id: String, name: String, value: String? = "1", isChecked: Bool,
    @HTMLBuilder label: () -> HTML
) -> HTML {
    element("label", ["class": "pick"]) {
        element(
            "input",
            [
                "type": "checkbox", "id": id, "name": name, "value": value,
                "checked": isChecked ? "" : nil,
            ])
        element("span", [:], label)
    }
}

/// One choice of a group of choices, without its label.
/// - Parameters:
///   - id: Unique on the page.
///   - name: The field of the group.
///   - value: The value of the field for the choice.
///   - isChecked: True for the choice that is selected at first.
/// - Returns: The element.
func radio(id: String, name: String, value: String, isChecked: Bool) -> HTML {
    element(
        "input",
        [
            "type": "radio", "id": id, "name": name, "value": value,
            "checked": isChecked ? "" : nil,
        ])
}

/// A choice of a list of choices.
func selectOption(_ value: String, isSelected: Bool, _ title: String) -> HTML {
    element("option", ["value": value, "selected": isSelected ? "" : nil]) { title }
}
