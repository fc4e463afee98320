import Aggregation
package import CivilTime

/// The course of a metric or an activity in buckets of one interval.
package struct TrendChart: Sendable {
    /// Another series over the same days, drawn dashed.
    package struct Overlay: Sendable {
        package var name: String
        package var tone: Tone
        package var points: [SeriesPoint]

        package init(name: String, tone: Tone, points: [SeriesPoint]) {
            self.name = name
            self.tone = tone
            self.points = points
        }
    }

    package var title: String
    package var unit: String
    package var interval: Interval
    /// Oldest first.
    package var points: [SeriesPoint]
    package var overlays: [Overlay]

    package init(
        title: String, unit: String, interval: Interval, points: [SeriesPoint],
        overlays: [Overlay] = []
    ) {
        self.title = title
        self.unit = unit
        self.interval = interval
        self.points = points
        self.overlays = overlays
    }

    /// The drawing, with `table` as the numbers beside it. Markers and values stand on days only;
    /// wider buckets show their line alone.
    package func picture(table: DataTable) -> Picture {
        let style = ChartStyle(interval)
        guard let first = points.first, let last = points.last else {
            return EmptyPicture.picture(title: title, label: style.accessibilityLabel, table: table)
        }
        let shown = points + overlays.flatMap(\.points)
        let frame = Frame(
            days: shown.reduce(first.start) {
                min($0, $1.start)
            }...shown.reduce(last.end) {
                max($0, $1.end)
            },
            axis: ValueAxis(shown.lazy.map(\.value), fromZero: false),
            headroom: style.valueLabels ? 22 : 8)
        let line = Line(frame: frame, tone: .accent, width: style.lineWidth)
        let ticks = DayAxis.spread(style.ticks(forPoints: points.count), over: points.count).map {
            (
                x: frame.x(points[$0].start, points[$0].end),
                label: DayAxis.label(points[$0].start, interval)
            )
        }
        var shapes = frame.heading(title, remark) + frame.valueMarks + frame.dayMarks(ticks)
        shapes += line.areas(points, fill: "area")
        for overlay in overlays {
            shapes += Line(frame: frame, tone: overlay.tone, width: style.lineWidth)
                .strokes(overlay.points, dashed: true)
        }
        shapes += line.strokes(points)
        if style.pointMarkers { shapes += line.dots(points, radius: 3.5) }
        if style.valueLabels { shapes += line.values(points) }
        shapes += points.map { frame.detail(from: $0.start, through: $0.end, $0.detail) }
        return Picture(
            title: title, label: style.accessibilityLabel, summary: summary(first, last),
            table: table, width: frame.width, height: frame.height,
            definitions: [Line.gradient("area", .accent)], shapes: shapes)
    }

    private var remark: String {
        ([unit, "by \(interval.rawValue)"] + overlays.map { "dashed: \($0.name)" })
            .filter { !$0.isEmpty }.joined(separator: ", ")
    }

    private func summary(_ first: SeriesPoint, _ last: SeriesPoint) -> String {
        let least = points.reduce(first) { $1.value < $0.value ? $1 : $0 }
        let greatest = points.reduce(first) { $1.value > $0.value ? $1 : $0 }
        func said(_ point: SeriesPoint) -> String {
            let unit = unit.isEmpty ? "" : " \(unit)"
            return "\(Figures.label(point.value))\(unit) (\(point.label))"
        }
        return "\(title) from \(said(first)) to \(said(last)); least \(said(least)), "
            + "greatest \(said(greatest))."
    }
}
