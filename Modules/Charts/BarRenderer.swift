import CivilTime

/// Draws points as bars from zero.
struct BarRenderer {
    let frame: PlotArea
    /// The share of its days' width that a bar fills.
    static let share = 0.7
    static let widest = 40.0

    func shapes(_ points: [(point: SeriesPoint, tone: ChartColor)]) -> [Element] {
        points.map { point, tone in
            let available =
                frame.x(Double(point.end.days) + 1) - frame.x(Double(point.start.days))
            let width = min(available * Self.share, Self.widest)
            let (zero, value) = (frame.y(0), frame.y(point.value))
            return Element(
                "rect",
                [
                    "class": "drawn f-\(tone.rawValue)",
                    "x": ChartNumberText.pixels(frame.x(point.start, point.end) - width / 2),
                    "y": ChartNumberText.pixels(min(zero, value)),
                    "width": ChartNumberText.pixels(width),
                    "height": ChartNumberText.pixels(abs(zero - value)),
                    "rx": ChartNumberText.pixels(min(3, width / 2)),
                ])
        }
    }
}
