/// A label within a plot, centered on `middle`.
struct PlacedLabel {
    var text: String
    var middle: Double
    /// The baseline of the text.
    var y: Double
    /// The estimated width of the text.
    var width: Double

    func overlaps(_ other: PlacedLabel) -> Bool {
        abs(middle - other.middle) < (width + other.width) / 2 + 2 && abs(y - other.y) < 12
    }

    var element: Element {
        Element.text(text, x: middle, y: y, class: "faint value", anchor: "middle")
    }
}
