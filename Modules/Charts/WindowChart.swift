package import CivilTime
import Memberwise
package import Windows

/// A page of consecutive days, one value for each day, as bars, an area or a line. A day without
/// data is a gap.
@Memberwise
package struct WindowChart: Sendable {
    package var title: String
    /// The unit beside the axis; empty: none.
    package var unit: String = ""
    /// The mean over the days with data, as text in the heading; a dash without data.
    package var average: String
    package var kind: HealthChart.Kind
    package var tone: ChartColor
    /// Every day, oldest first.
    package var days: [(date: CivilDate, value: Double?)]
    /// Values that the axis includes in addition to the days.
    package var bounds: [Double] = []
    /// The width of the labels of the values, for charts that share an axis of days; nil for the
    /// width that they need.
    package var labelWidth: Double? = nil

    /// The number of labels for an axis of this width.
    package static let targetLabelCount = 4

    package var picture: Picture { picture(.file) }

    package func picture(_ format: PictureFormat) -> Picture {
        let table = DataTable(
            caption: title, columns: ["date", "value"],
            rows: days.map { [$0.date.description, $0.value.map(DataTable.cell) ?? ""] })
        let points = days.compactMap { day in
            day.value.map {
                SeriesPoint(
                    start: day.date, end: day.date, value: $0,
                    label: day.date.monthAndDay)
            }
        }
        let label = "\(title), \(ChartNumberText.days(days.count))"
        guard let first = days.first, let last = days.last, !points.isEmpty else {
            return EmptyPicture.picture(
                title: title, label: label, table: table, message: "Nothing in these days.",
                format: format)
        }
        let frame = PlotArea(
            days: first.date...last.date, axis: axis, labelWidth: labelWidth, format: format)
        let names = DayAxis.evenIndices(Self.targetLabelCount, over: days.count).map {
            (
                x: frame.x(days[$0].date, days[$0].date),
                label: days[$0].date.monthAndDay
            )
        }
        return Picture(
            title: title, label: label,
            summary: "\(title), \(dateText(first.date)) to \(dateText(last.date)): "
                + "average \(average) over \(ChartNumberText.days(points.count)) with data.",
            table: table, width: frame.width, height: frame.height,
            definitions: kind == .area ? [line(frame).gradient] : [],
            shapes: frame.heading(title, "average \(average)") + frame.valueMarks
                + frame.unitMark(unit) + frame.dayMarks(names) + marks(points, frame)
                + points.map { frame.detail(from: $0.start, through: $0.end, $0.detail) })
    }

    /// The axis of the values. Bars start at zero, also those of single days in an area.
    var axis: ValueAxis {
        ValueAxis(days.compactMap(\.value) + bounds, fromZero: kind != .line)
    }

    private func marks(_ points: [SeriesPoint], _ frame: PlotArea) -> [Element] {
        let line = line(frame)
        return switch kind {
        case .bar: BarRenderer(frame: frame).shapes(points.map { ($0, tone) })
        // A single day has no area.
        case .area:
            line.areas(points) + line.strokes(points)
                + BarRenderer(frame: frame).shapes(points.isolated.map { ($0, tone) })
        case .line: line.strokes(points) + line.dots(points, radius: 2.5)
        }
    }

    private func line(_ frame: PlotArea) -> LineRenderer { LineRenderer(frame: frame, tone: tone) }

    private func dateText(_ day: CivilDate) -> String {
        "\(day.monthAndDay) \(day.year)"
    }
}
