/// Shapes at positions in pixels. `name` are their classes.
extension Element {
    /// A text whose baseline is at `y`. Without an anchor, it begins at `x`.
    static func text(
        _ text: String, x: Double, y: Double, class name: String? = nil, anchor: String? = nil
    ) -> Element {
        let attributes = [
            ("class", name), ("x", ChartNumberText.pixels(x)), ("y", ChartNumberText.pixels(y)),
            ("text-anchor", anchor),
        ]
        return Element(
            "text",
            attributes: attributes.compactMap { key, value in value.map { (key: key, value: $0) } },
            text: text)
    }

    /// A line from one position to another. Without a width, its class states the width.
    static func line(
        from start: (x: Double, y: Double), to end: (x: Double, y: Double), class name: String,
        width: String? = nil
    ) -> Element {
        var attributes = [(key: "class", value: name)]
        if let width { attributes.append((key: "stroke-width", value: width)) }
        for (key, position) in [("x1", start.x), ("x2", end.x), ("y1", start.y), ("y2", end.y)] {
            attributes.append((key: key, value: ChartNumberText.pixels(position)))
        }
        return Element("line", attributes: attributes)
    }

    /// A circle around a position.
    static func circle(x: Double, y: Double, radius: Double, class name: String) -> Element {
        Element(
            "circle",
            [
                "class": name, "cx": ChartNumberText.pixels(x), "cy": ChartNumberText.pixels(y),
                "r": ChartNumberText.pixels(radius),
            ])
    }
}
