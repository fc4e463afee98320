package import CivilTime
import Memberwise

/// A bar chart over days or weeks: the value of an activity, or the number of done days.
@Memberwise
package struct BarChart: Sendable {
    package var title: String
    package var unit: String
    package var tone: ChartColor = .accent
    /// Oldest first; nil for a bar without a value.
    package var bars: [(first: CivilDate, last: CivilDate, value: Double?)]
    /// The goal of each bar, drawn as a dashed line; nil for a bar without one.
    package var goals: [Double?] = []
    /// The width of the labels of the values; nil for that of this chart.
    package var labelWidth: Double? = nil

    /// The largest number of axis labels; each day of a week has one.
    private static let labelLimit = 7

    package var picture: Picture { picture(.file) }

    package func picture(_ format: PictureFormat) -> Picture {
        let points = bars.compactMap { bar in
            bar.value.map {
                SeriesPoint(
                    start: bar.first, end: bar.last, value: $0, label: name(bar.first, bar.last))
            }
        }
        let table = DataTable(
            caption: title, columns: ["first", "last", "value"],
            rows: bars.map {
                [$0.first.description, $0.last.description, $0.value.map(DataTable.cell) ?? ""]
            })
        guard let first = bars.first, let last = bars.last, !points.isEmpty else {
            return EmptyPicture.picture(title: title, label: title, table: table, format: format)
        }
        let values = points.map(\.value)
        let mean = values.reduce(0, +) / Double(values.count)
        let frame = PlotArea(
            days: first.first...last.last, axis: axis, labelWidth: labelWidth, format: format)
        let names = frame.marksThatFit(atMost: min(Self.labelLimit, bars.count)) { limit in
            DayAxis.evenIndices(atMost: limit, over: bars.count).map {
                (x: frame.x(bars[$0].first, bars[$0].last), label: bars[$0].first.monthAndDay)
            }
        }
        let remark = "average \(ChartNumberText.label(mean))" + (unit.isEmpty ? "" : " \(unit)")
        return Picture(
            title: title, label: "\(title), \(bars.count) bars",
            summary: "\(title): \(remark), least \(ChartNumberText.label(values.min() ?? mean)), "
                + "greatest \(ChartNumberText.label(values.max() ?? mean)).",
            table: table, width: frame.width, height: frame.height,
            shapes: frame.heading(title, remark) + frame.valueMarks + names
                + BarRenderer(frame: frame).shapes(points.map { ($0, tone) }) + goalLines(frame)
                + points.map { frame.detail(from: $0.start, through: $0.end, $0.detail) })
    }

    /// The axis of values and goals.
    var axis: ValueAxis {
        ValueAxis(bars.compactMap(\.value) + goals.compactMap(\.self), fromZero: true)
    }

    /// A line for each run of bars with the same goal.
    private func goalLines(_ frame: PlotArea) -> [Element] {
        var runs: [(first: CivilDate, last: CivilDate, goal: Double)] = []
        for (bar, goal) in zip(bars, goals) {
            guard let goal else { continue }
            if let run = runs.last, run.goal == goal, run.last.advanced(by: 1) == bar.first {
                runs[runs.count - 1].last = bar.last
            } else {
                runs.append((bar.first, bar.last, goal))
            }
        }
        return runs.map { run in
            let y = frame.y(run.goal)
            return Element.line(
                from: (frame.x(Double(run.first.days)), y),
                to: (frame.x(Double(run.last.days) + 1), y), class: "s-grey dashed", width: "1.5")
        }
    }

    private func name(_ first: CivilDate, _ last: CivilDate) -> String {
        first == last ? first.monthAndDay : "\(first.monthAndDay)-\(last.monthAndDay)"
    }
}
