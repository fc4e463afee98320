import CivilTime
import Contracts
import Presentation
import Windows

/// The workouts, the night and the vital signs of each day in one row.
struct RecoveryPage {
    static let path = "/health/recovery"

    /// Every day of the range, ascending.
    let days: [Insights.RecoveryDay]
    let range: DayRange
    /// True if the profile has a workout, a night or a vital sign on any day.
    let hasData: Bool

    private static let frame = HealthDaysPage(
        title: "Recovery", fragment: "recovery",
        emptyHeading: "No workout, night or vital sign yet",
        emptySentence: "The days are compared after the first import of health data.",
        importLink: "Import export.zip")

    var page: Page {
        Self.frame.page(of: range, hasData: hasData) {
            averages
            card("recovery", "Days") {
                RowTable(
                    caption: "Workouts, nights and vital signs by day",
                    columns: [RowTable.Column.text("Day"), .number("Workouts")]
                        + Self.measures.map { RowTable.Column.number($0.heading) },
                    rows: days.reversed().map(row),
                    paths: days.reversed().map { "/timeline?before=\($0.date.advanced(by: 1))" })
                element("p", ["class": "soft small"]) {
                    "Time and energy are the means of the workouts of the day. Sleep is that of the night that ended on the day. A dash is a day without data, not zero."
                }
            }
            range.links { Self.path + ($0.map { "?before=\($0)" } ?? "") }
        }
    }

    private var averages: HTML {
        element("section", ["class": "card", "aria-label": "Averages", "data-fragment": "tiles"]) {
            element("ul", ["class": "tiles"]) {
                for measure in Self.measures { average(of: measure) }
            }
        }
    }

    private func average(of measure: Measure) -> HTML {
        let values = days.compactMap(measure.value)
        return element("li", ["class": "tile"]) {
            element("span") {
                if values.isEmpty {
                    measure.title
                } else {
                    anchor(measure.title, to: "/trends/\(measure.metric)")
                }
            }
            if let average = ChartPoints(values).average {
                element("span") { measure.format.short(average) }
                element("span") { "average of \(NumberText.days(values.count))" }
            } else {
                element("span") { "–" }
                element("span") { "no data" }
            }
        }
    }

    private func row(_ day: Insights.RecoveryDay) -> [String] {
        let workouts = day.workoutCount == 0 ? "–" : NumberText.count(day.workoutCount)
        let values = Self.measures.map { measure in
            measure.value(day).map(measure.format.cell) ?? "–"
        }
        return [day.date.rowText(near: range.today), workouts] + values
    }

    // MARK: Measures

    /// A value of each day.
    private struct Measure {
        /// The metric whose trend has the values.
        var metric: String
        /// The unit of `value`.
        var unit: String
        /// Nil on a day without data.
        var value: (Insights.RecoveryDay) -> Double?

        var title: String { MetricTitle.title(metric) }
        var format: MeasureFormat { MeasureFormat(metric: metric, unit: unit, magnitude: 0) }

        /// The title with the unit that the cells leave out.
        var heading: String {
            format.unit.isEmpty ? title : "\(title), \(format.unit)"
        }
    }

    private static var measures: [Measure] {
        [
            Measure(
                metric: "workoutDuration", unit: "min",
                value: { $0.averageDuration.map { $0 / 60 } }),
            Measure(metric: "workoutEnergy", unit: "kcal", value: \.averageCalories),
            Measure(metric: "sleepHours", unit: "hr", value: \.averageSleepHours),
            Measure(metric: "heartRateVariabilitySDNN", unit: "ms", value: \.averageHRV),
            Measure(metric: "restingHeartRate", unit: "count/min", value: \.averageRHR),
            Measure(
                metric: "respiratoryRate", unit: "count/min", value: \.averageRespiratoryRate),
        ]
    }
}
