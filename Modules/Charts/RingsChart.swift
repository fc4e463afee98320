package import CivilTime
import Memberwise

/// The activity rings of the same days as bar charts, one below the other.
@Memberwise
package struct RingsChart: Sendable {
    package static let title = "Activity rings"

    /// A ring with a value and a goal for each day; nil: not recorded.
    @Memberwise
    package struct Ring: Sendable {
        /// The name of the values in the table.
        package var key: String
        package var title: String
        package var unit: String
        package var tone: ChartColor
        package var values: [Double?]
        package var goals: [Double?]

        /// The number of days on which the value reaches the goal, and of those with both.
        package var closed: (days: Int, all: Int) {
            let pairs = zip(values, goals).compactMap { value, goal in
                value.flatMap { value in goal.map { (value, $0) } }
            }
            return (pairs.count { $0.0 >= $0.1 }, pairs.count)
        }
    }

    /// Oldest first.
    package var days: [CivilDate]
    package var rings: [Ring]

    /// A chart for each ring. Their days line up.
    package var charts: [BarChart] {
        var charts = rings.map { ring in
            BarChart(
                title: ring.title, unit: ring.unit, tone: ring.tone,
                bars: zip(days, ring.values).map { ($0, $0, $1) }, goals: ring.goals)
        }
        let labelWidth = charts.map { PlotArea.labelWidth(of: $0.axis) }.max()
        for index in charts.indices { charts[index].labelWidth = labelWidth }
        return charts
    }

    package var picture: Picture {
        let panels = charts.map(\.picture)
        var height = 0.0
        var shapes: [Element] = []
        for panel in panels {
            shapes.append(
                Element(
                    "g", ["transform": "translate(0,\(ChartNumberText.pixels(height)))"],
                    panel.shapes))
            height += panel.height
        }
        return Picture(
            title: Self.title, label: "\(Self.title), \(ChartNumberText.days(days.count))",
            summary: rings.map { ring in
                let closed = ring.closed
                return "\(ring.title): goal reached on \(closed.days) of "
                    + ChartNumberText.days(closed.all)
            }.joined(separator: "; ") + ".",
            table: table, width: PlotArea.width, height: height,
            definitions: panels.flatMap(\.definitions), shapes: shapes)
    }

    private var table: DataTable {
        DataTable(
            caption: Self.title, columns: ["day"] + rings.flatMap { [$0.key, "\($0.key)Goal"] },
            rows: days.enumerated().map { index, day in
                [day.description]
                    + rings.flatMap { [$0.values[index], $0.goals[index]] }
                    .map { $0.map(DataTable.cell) ?? "" }
            })
    }
}
