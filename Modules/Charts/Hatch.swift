import CivilTime

/// Marks the points whose days are not over.
struct Hatch {
    let frame: PlotArea

    func shapes(_ points: [SeriesPoint]) -> [Element] {
        unfinished(points).map { point in
            let left = frame.x(Double(point.start.days))
            return Element(
                "rect",
                [
                    "fill": "url(#\(name))", "x": ChartNumberText.pixels(left),
                    "y": ChartNumberText.pixels(frame.top),
                    "width": ChartNumberText.pixels(frame.x(Double(point.end.days) + 1) - left),
                    "height": ChartNumberText.pixels(frame.bottom - frame.top),
                ])
        }
    }

    /// The pattern that the shapes are filled with; empty without shapes.
    func definitions(_ points: [SeriesPoint]) -> [Element] {
        guard !unfinished(points).isEmpty else { return [] }
        return [
            Element(
                "pattern",
                [
                    "id": name, "width": "6", "height": "6", "patternUnits": "userSpaceOnUse",
                    "patternTransform": "rotate(45)",
                ], [Element("path", ["class": "hatch", "d": "M0 0v6"])])
        ]
    }

    private func unfinished(_ points: [SeriesPoint]) -> [SeriesPoint] {
        points.filter(\.isPartial)
    }

    private var name: String { "hatch\(frame.format.suffix)" }
}
