/// Draws points as lines, areas and dots.
struct LineRenderer {
    let frame: PlotArea
    let tone: ChartColor
    var width = 2

    /// A line that is not solid.
    enum Pattern { case dashed, dotted }

    func curves(_ points: [SeriesPoint]) -> [MonotoneCurve] {
        points.runs.map { run in
            MonotoneCurve(
                run.map { PixelPoint(x: frame.x($0.start, $0.end), y: frame.y($0.value)) })
        }
    }

    /// The line, interrupted where days are missing.
    func strokes(_ points: [SeriesPoint], _ pattern: Pattern? = nil) -> [Element] {
        curves(points).map { curve in
            Element(
                "path",
                [
                    "class": "line drawn s-\(tone.rawValue)\(pattern.map { " \($0)" } ?? "")",
                    "stroke-width": "\(width)", "d": curve.path,
                ])
        }
    }

    /// The area between the line and zero, or the bottom of a cut axis, filled with ``gradient``.
    func areas(_ points: [SeriesPoint]) -> [Element] {
        let bottom = ChartNumberText.pixels(frame.axis.isCut ? frame.bottom : frame.y(0))
        return curves(points).compactMap { curve in
            guard let first = curve.points.first, let last = curve.points.last, first.x < last.x
            else { return nil }
            let closing =
                "L\(ChartNumberText.pixels(last.x)),\(bottom)L\(ChartNumberText.pixels(first.x)),\(bottom)Z"
            return Element(
                "path",
                ["class": "drawn", "fill": "url(#\(gradientName))", "d": curve.path + closing])
        }
    }

    func dots(_ points: [SeriesPoint], radius: Double) -> [Element] {
        points.map { point in
            Element.circle(
                x: frame.x(point.start, point.end), y: frame.y(point.value), radius: radius,
                class: "f-\(tone.rawValue)")
        }
    }

    /// Value labels above or below their points: with one decimal, or without decimals if labels
    /// would be dropped otherwise. A label that overlaps another, one of `others`, or a vertical line
    /// at one of the x coordinates `lines`, in each position is dropped.
    func values(
        _ points: [SeriesPoint], beside others: [PlacedLabel] = [], lines: [Double] = []
    ) -> [Element] {
        let exact = positionedLabels(points, beside: others, lines, ChartNumberText.label)
        guard exact.count < points.count else { return exact.map(\.element) }
        let short = positionedLabels(points, beside: others, lines, ChartNumberText.shortLabel)
        return (short.count > exact.count ? short : exact).map(\.element)
    }

    /// The labels that fit without overlap, each above, below or beside its point.
    private func positionedLabels(
        _ points: [SeriesPoint], beside others: [PlacedLabel], _ lines: [Double],
        _ words: (Double) -> String
    ) -> [PlacedLabel] {
        var accepted: [PlacedLabel] = []
        for point in points {
            let text = words(point.value)
            let width = Double(text.count) * PlotArea.letterWidth
            let x = frame.x(point.start, point.end)
            let y = frame.y(point.value)
            // Above or below the point, else beside a line through it.
            let places: [Double] = [x, x + width / 2 + 4, x - width / 2 - 4]
            let heights: [Double] = [y - 9, y + 18, y - 21]
            let labels = places.flatMap { x in
                heights.map { y in
                    PlacedLabel(text: text, middle: middle(x, width), y: y, width: width)
                }
            }
            let free = labels.first { label in
                let isInside = label.y < frame.bottom && label.y > frame.format.headingHeight + 8
                let isCrossed = lines.contains { abs($0 - label.middle) < width / 2 + 2 }
                return isInside && !isCrossed
                    && !(others + accepted.suffix(8)).contains { $0.overlaps(label) }
            }
            if let free { accepted.append(free) }
        }
        return accepted
    }

    /// The middle of a label at `x` within the frame, so that no label covers the axis labels.
    private func middle(_ x: Double, _ width: Double) -> Double {
        min(max(x, frame.left + width / 2), frame.right - width / 2)
    }

    private var gradientName: String { "area-\(tone.rawValue)\(frame.format.suffix)" }

    /// A gradient of the color, with opacity 0.3 at the top and 0.05 at zero. Above a cut axis, it
    /// fades out well above the bottom, so that the height of the area is not taken for the value.
    var gradient: Element {
        func stop(_ offset: String, _ opacity: String) -> Element {
            Element(
                "stop",
                ["class": "f-\(tone.rawValue)", "offset": offset, "stop-opacity": opacity])
        }
        return Element(
            "linearGradient", ["id": gradientName, "x1": "0", "y1": "0", "x2": "0", "y2": "1"],
            [stop("0", "0.3"), frame.axis.isCut ? stop("0.6", "0") : stop("1", "0.05")])
    }
}
