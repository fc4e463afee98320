/// Draws runs of points as lines, areas and dots.
struct Line {
    let frame: Frame
    let tone: Tone
    var width = 2

    func curves(_ points: [SeriesPoint]) -> [MonotoneCurve] {
        points.unbroken.map { run in
            MonotoneCurve(run.map { Place(x: frame.x($0.start, $0.end), y: frame.y($0.value)) })
        }
    }

    /// The line, broken where days are missing.
    func strokes(_ points: [SeriesPoint], dashed: Bool = false) -> [Element] {
        curves(points).map { curve in
            Element(
                "path",
                [
                    "class": "line drawn s-\(tone.rawValue)\(dashed ? " dashed" : "")",
                    "stroke-width": "\(width)", "d": curve.path,
                ])
        }
    }

    /// The ground below the line, filled with its ``gradient``.
    func areas(_ points: [SeriesPoint]) -> [Element] {
        let bottom = Figures.pixels(frame.bottom)
        return curves(points).compactMap { curve in
            guard let first = curve.points.first, let last = curve.points.last, first.x < last.x
            else { return nil }
            let closing =
                "L\(Figures.pixels(last.x)),\(bottom)L\(Figures.pixels(first.x)),\(bottom)Z"
            return Element(
                "path",
                ["class": "drawn", "fill": "url(#\(gradientName))", "d": curve.path + closing])
        }
    }

    func dots(_ points: [SeriesPoint], radius: Double) -> [Element] {
        points.map { point in
            Element(
                "circle",
                [
                    "class": "f-\(tone.rawValue)",
                    "cx": Figures.pixels(frame.x(point.start, point.end)),
                    "cy": Figures.pixels(frame.y(point.value)), "r": Figures.pixels(radius),
                ])
        }
    }

    /// The values above their points, where they stand clear of each other.
    func values(_ points: [SeriesPoint]) -> [Element] {
        let labels = points.map { Figures.label($0.value) }
        let places = zip(points, labels).map { point, label -> (middle: Double, width: Double) in
            let width = Double(label.count) * Frame.letterWidth
            // Within the frame, so that none lies over the names of the axis.
            let middle = min(
                max(frame.x(point.start, point.end), frame.left + width / 2),
                frame.right - width / 2)
            return (middle: middle, width: width)
        }
        return DayAxis.clear(places, gap: 2).map { index in
            Element(
                "text",
                [
                    "class": "faint value", "x": Figures.pixels(places[index].middle),
                    "y": Figures.pixels(frame.y(points[index].value) - 9), "text-anchor": "middle",
                ], text: labels[index])
        }
    }

    private var gradientName: String { "area-\(tone.rawValue)" }

    /// From 0.3 of the tone at the top to 0.05 at the bottom.
    var gradient: Element {
        func stop(_ offset: String, _ opacity: String) -> Element {
            Element(
                "stop",
                ["class": "f-\(tone.rawValue)", "offset": offset, "stop-opacity": opacity])
        }
        return Element(
            "linearGradient", ["id": gradientName, "x1": "0", "y1": "0", "x2": "0", "y2": "1"],
            [stop("0", "0.3"), stop("1", "0.05")])
    }
}
