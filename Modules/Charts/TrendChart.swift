import Aggregation
package import CivilTime
import Memberwise

/// The trend of a metric or an activity in buckets of one interval.
@Memberwise
package struct TrendChart: Sendable {
    /// Another series over the same days, drawn dashed: on the axis of the chart if it has the same
    /// unit, else on its own axis of round numbers.
    @Memberwise
    package struct Overlay: Sendable {
        package var name: String
        package var unit: String
        package var tone: ChartColor
        package var points: [SeriesPoint]
        /// True for the period before that of the chart, which a page draws dotted.
        package var isPreviousPeriod = false

        /// The colors of overlays, in order; all differ from the chart's own line.
        package static let tones: [ChartColor] = [.orange, .green, .indigo, .red, .cyan]
    }

    package var title: String
    package var unit: String
    package var interval: Interval
    /// Oldest first.
    package var points: [SeriesPoint]
    package var overlays: [Overlay] = []
    /// Annotations; days outside the chart are ignored.
    package var annotations: [ChartAnnotation] = []
    /// Values that the axis includes in addition to the points.
    package var bounds: [Double] = []
    /// The forecast after the last day.
    package var forecastBand: ForecastBand = ForecastBand(days: [])

    /// The least width of a day, in pixels, at which markers do not cover the line.
    private static let leastMarkedDay = 8.0
    /// The least width of a day, in pixels, at which value labels do not cover the line.
    private static let leastNamedDay = 12.0

    /// Draws the chart, with `table` as its numbers. Days have markers and value labels if they are
    /// wide enough; wider buckets have only a line.
    package func picture(table: DataTable, format: PictureFormat = .file) -> Picture {
        let style = ChartStyle(interval)
        guard let first = points.first, let last = points.last else {
            return EmptyPicture.picture(
                title: title, label: style.accessibilityLabel, table: table, format: format)
        }
        let days = days(first, last)
        let ofSameUnit = overlays.filter { $0.unit == unit }.flatMap(\.points)
        let frame = PlotArea(
            days: days,
            axis: ValueAxis(
                (points + ofSameUnit).map(\.value) + forecastBand.values + bounds, fromZero: false),
            headroom: (style.hasValueLabels ? 22 : 8)
                + (overlays.isEmpty || format.isWeb ? 0 : Legend.height), format: format)
        let line = LineRenderer(frame: frame, tone: .accent, width: style.lineWidth)
        let dayLabels = frame.marksThatFit(atMost: style.ticks(forPoints: points.count)) {
            marks(atMost: $0, frame)
        }
        var shapes = frame.heading(title, unit) + frame.valueMarks + dayLabels
        if !format.isWeb {
            shapes +=
                Legend(names: overlays.map { (overlayName($0), $0.tone) }, width: frame.width)
                .shapes
        }
        let hatch = Hatch(frame: frame)
        let end = PixelPoint(x: frame.x(last.start, last.end), y: frame.y(last.value))
        shapes +=
            hatch.shapes(points) + forecastBand.band(frame, after: end) + line.areas(points)
        for overlay in overlays {
            let isDotted = format.isWeb && overlay.isPreviousPeriod
            shapes += LineRenderer(
                frame: frame, tone: isDotted ? .grey : overlay.tone, width: style.lineWidth
            ).strokes(scaled(overlay, on: frame.axis), isDotted ? .dotted : .dashed)
        }
        shapes += line.strokes(points) + forecastBand.line(frame, after: end)
        if style.hasPointMarkers {
            let isClear = frame.dayWidth >= Self.leastMarkedDay
            shapes += line.dots(isClear ? points : points.isolated, radius: isClear ? 3.5 : 1.5)
        }
        let notes = annotations.filter { days.contains($0.day) }
        let labels = frame.labels(notes)
        if style.hasValueLabels, frame.dayWidth >= Self.leastNamedDay {
            shapes += line.values(
                points, beside: labels, lines: notes.map { frame.x($0.day, $0.day) })
        }
        if !format.isWeb || frame.dayWidth * Double(days.count) >= Double(points.count) {
            shapes += points.map { frame.detail(from: $0.start, through: $0.end, $0.detail) }
        }
        shapes += labels.map(\.element) + frame.marks(notes)
        return Picture(
            title: title, label: style.accessibilityLabel, summary: summary(first, last, notes),
            table: table, width: frame.width, height: frame.height,
            definitions: [line.gradient] + hatch.definitions(points), shapes: shapes)
    }

    /// At most `count` points at equal distances, as marks of the axis.
    private func marks(atMost count: Int, _ frame: PlotArea) -> [(x: Double, label: String)] {
        let spansYears = points.first?.start.year != points.last?.start.year
        let shown = DayAxis.evenIndices(atMost: count, over: points.count).map { points[$0] }
        return shown.enumerated().map { index, point in
            // The first label of each year has the year.
            let isNewYear = index == 0 || shown[index - 1].start.year != point.start.year
            return (
                x: frame.x(point.start, point.end),
                label: DayAxis.label(point.start, interval, withYear: spansYears && isNewYear)
            )
        }
    }

    private func days(_ first: SeriesPoint, _ last: SeriesPoint) -> ClosedRange<CivilDate> {
        let all = overlays.flatMap(\.points)
        return all.reduce(first.start) {
            min($0, $1.start)
        }...all.reduce(max(last.end, forecastBand.days.last?.day ?? last.end)) {
            max($0, $1.end)
        }
    }

    /// The name of an overlay, with the ends of its axis if it has its own.
    private func overlayName(_ overlay: Overlay) -> String {
        guard overlay.unit != unit else { return overlay.name }
        let axis = ValueAxis(overlay.points.lazy.map(\.value), fromZero: false)
        let ends = [axis.low, axis.high].map { ChartNumberText.tick($0, step: axis.step) }
        return "\(overlay.name), \(ends[0]) to \(ends[1]) \(overlay.unit)"
    }

    /// The points of an overlay, scaled to the axis of the chart.
    private func scaled(_ overlay: Overlay, on axis: ValueAxis) -> [SeriesPoint] {
        guard overlay.unit != unit else { return overlay.points }
        let overlayAxis = ValueAxis(overlay.points.lazy.map(\.value), fromZero: false)
        return overlay.points.map { point in
            var copy = point
            copy.value = axis.low + overlayAxis.fraction(point.value) * (axis.high - axis.low)
            return copy
        }
    }

    private func summary(
        _ first: SeriesPoint, _ last: SeriesPoint, _ notes: [ChartAnnotation]
    ) -> String {
        let least = points.reduce(first) { $1.value < $0.value ? $1 : $0 }
        let greatest = points.reduce(first) { $1.value > $0.value ? $1 : $0 }
        func label(_ point: SeriesPoint) -> String {
            let unit = unit.isEmpty ? "" : " \(unit)"
            return "\(ChartNumberText.label(point.value))\(unit) (\(point.label))"
        }
        return "\(title) from \(label(first)) to \(label(last)); least \(label(least)), "
            + "greatest \(label(greatest))."
            + notes.map { " \($0.day): \($0.text)." }.joined()
    }
}
