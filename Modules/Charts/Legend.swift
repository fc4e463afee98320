/// Names of the dashed lines of a chart, in a row below its heading.
struct Legend {
    static let height = 18.0
    private static let dash = 22.0
    private static let longestName = 280.0

    let names: [(name: String, tone: ChartColor)]
    let width: Double

    /// The names that fit the width, from left to right.
    var shapes: [Element] {
        var shapes: [Element] = []
        var x = 20.0
        let y = PlotArea.headingHeight
        for (name, tone) in names {
            let shown = TextWidth.fitted(name, to: Self.longestName)
            let end = x + Self.dash + 6 + TextWidth.width(shown)
            guard end <= width - 20 else { break }
            shapes += [
                Element(
                    "line",
                    [
                        "class": "s-\(tone.rawValue) dashed", "stroke-width": "3",
                        "stroke-linecap": "round", "x1": ChartNumberText.pixels(x),
                        "x2": ChartNumberText.pixels(x + Self.dash),
                        "y1": ChartNumberText.pixels(y - 4),
                        "y2": ChartNumberText.pixels(y - 4),
                    ]),
                Element.text(shown, x: x + Self.dash + 6, y: y, class: "faint"),
            ]
            x = end + 18
        }
        return shapes
    }
}
