import CivilTime

/// Draws points as bars that stand on zero.
struct Bars {
    let frame: Frame
    /// The part of its days that a bar fills.
    static let share = 0.7
    static let widest = 40.0

    func shapes(_ points: [(point: SeriesPoint, tone: Tone)]) -> [Element] {
        points.map { point, tone in
            let room =
                frame.x(Double(point.end.days) + 1) - frame.x(Double(point.start.days))
            let width = min(room * Self.share, Self.widest)
            let (zero, value) = (frame.y(0), frame.y(point.value))
            return Element(
                "rect",
                [
                    "class": "drawn f-\(tone.rawValue)",
                    "x": Figures.pixels(frame.x(point.start, point.end) - width / 2),
                    "y": Figures.pixels(min(zero, value)), "width": Figures.pixels(width),
                    "height": Figures.pixels(abs(zero - value)),
                    "rx": Figures.pixels(min(3, width / 2)),
                ])
        }
    }
}
