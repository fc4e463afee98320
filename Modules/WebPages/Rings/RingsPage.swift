import Charts
import CivilTime
import Contracts
import Presentation

/// The active energy, exercise and stand hours of days with their goals.
struct RingsPage {
    static let path = "/health/rings"

    /// The rings of the days of the range that have some.
    let rings: ActivityRings
    let range: DayRange
    /// True if any day has rings.
    let hasData: Bool

    private static let frame = HealthDaysPage(
        title: RingsChart.title, fragment: "rings", emptyHeading: "No activity rings yet",
        emptySentence: "The rings appear after the first import of an export of Apple Health.",
        importLink: "Import export.zip")

    var page: Page {
        Self.frame.page(of: range, hasData: hasData) {
            element("div", ["class": "stack", "data-fragment": "rings"]) {
                if rings.days.isEmpty {
                    element("p", ["class": "soft"]) { "These days have no activity rings." }
                } else {
                    element("div", ["class": "columns"]) {
                        for (ring, chart) in zip(rings.chart.rings, rings.chart.charts) {
                            ringCard(ring, chart)
                        }
                    }
                    table
                }
            }
            range.links { Self.path + ($0.map { "?before=\($0)" } ?? "") }
        }
    }

    private func ringCard(_ ring: RingsChart.Ring, _ chart: BarChart) -> HTML {
        let (days, all) = ring.closed
        return card(
            ring.key, ring.title,
            note: all == 0
                ? nil : "goal reached on \(NumberText.count(days)) of \(NumberText.days(all))",
            isFragment: false
        ) {
            if ring.values.contains(where: { $0 != nil }) {
                element("figure", ["class": "picture"]) {
                    drawing(chart, width: 480, "\(ring.key)-wide", class: "only-wide")
                    drawing(
                        chart, width: PictureFormat.narrowWidth, "\(ring.key)-narrow",
                        class: "only-narrow")
                }
            } else {
                element("p", ["class": "soft"]) { "No data on these days." }
            }
        }
    }

    private func drawing(
        _ chart: BarChart, width: Double, _ name: String, class style: String
    ) -> HTML {
        .markup(
            chart.picture(.web(width: width, height: 220, name: name)).webMarkup(class: style))
    }

    private var table: HTML {
        card("rings-table", "Days", isFragment: false) {
            RowTable(
                caption: "Activity rings by day",
                columns: [RowTable.Column.text("Day")]
                    + rings.chart.rings.map {
                        RowTable.Column.number("\($0.title), \($0.unit)")
                    },
                rows: rings.days.reversed().map { day in
                    [
                        day.day.rowText(near: range.today),
                        Self.cell(day.energy, of: day.energyGoal),
                        Self.cell(day.exercise, of: day.exerciseGoal),
                        Self.cell(day.stand, of: day.standGoal),
                    ]
                })
        }
    }

    private static func cell(_ value: Double?, of goal: Double?) -> String {
        NumberText.short(value) + (goal.map { " of \(NumberText.short($0))" } ?? "")
    }
}
