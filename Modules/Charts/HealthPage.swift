package import CivilTime
import Memberwise
package import Windows

/// The six health charts of the same days, one below the other, by section.
@Memberwise
package struct HealthPage: Sendable {
    package static let title = "Health"

    /// Every day with its values, oldest first.
    package var days: [(date: CivilDate, values: [HealthChart: Double])]

    private static let sectionHeight = 34.0

    package var picture: Picture {
        var shapes: [Element] = []
        var definitions: [Element] = []
        var height = 0.0
        var section = ""
        var panels = HealthChart.allCases.map { chart in
            WindowChart(chart, days: days.map { ($0.date, $0.values[chart]) })
        }
        // One width for all, so that the same day has the same place in each panel.
        let labelWidth = panels.map { PlotArea.labelWidth(of: $0.axis) }.max()
        for index in panels.indices { panels[index].labelWidth = labelWidth }
        for (chart, panel) in zip(HealthChart.allCases, panels) {
            if chart.section != section {
                section = chart.section
                shapes.append(Self.heading(section, at: height))
                height += Self.sectionHeight
            }
            let picture = panel.picture
            definitions += picture.definitions
            shapes.append(
                Element(
                    "g", ["transform": "translate(0,\(ChartNumberText.pixels(height)))"],
                    picture.shapes))
            height += picture.height
        }
        return Picture(
            title: Self.title, label: "Six health charts, \(ChartNumberText.days(days.count))",
            summary: panels.map { "\($0.title): average \($0.average)" }.joined(separator: "; ")
                + ".",
            table: table, width: PlotArea.width, height: height, definitions: definitions,
            shapes: shapes)
    }

    private var table: DataTable {
        DataTable(
            caption: Self.title, columns: ["date"] + HealthChart.allCases.map(\.rawValue),
            rows: days.map { day in
                [day.date.description]
                    + HealthChart.allCases.map { day.values[$0].map(DataTable.cell) ?? "" }
            })
    }

    private static func heading(_ text: String, at top: Double) -> Element {
        Element.text(text, x: 20, y: top + 30, class: "large")
    }
}
