package import CivilTime
import Memberwise

/// Weight entries as dots, with the smoothed trend and the forecast as lines.
@Memberwise
package struct WeightTrendChart: Sendable {
    package var unit: String
    /// The mean weight of each day with entries, oldest first.
    package var days: [(day: CivilDate, weight: Double)]
    /// The smoothed weight of each of these days.
    package var trend: [Double]
    /// The level of the newest weights, from which the forecast starts; nil: the end of the trend. The
    /// trend is an average, which trails a changing weight.
    package var level: Double? = nil
    /// The forecast after the last day, with its prediction interval.
    package var forecast: [(day: CivilDate, weight: Double, low: Double, high: Double)] = []
    package var goal: Double? = nil

    private static let title = "Weight"

    package var picture: Picture { picture(.file) }

    package func picture(_ format: PictureFormat) -> Picture {
        let table = DataTable(
            caption: Self.title, columns: ["date", "weight", "trend", "low", "high"],
            rows: zip(days, trend).map { day, smoothed in
                [day.day.description, DataTable.cell(day.weight), DataTable.cell(smoothed), "", ""]
            }
                + forecast.map {
                    [$0.day.description, "", DataTable.cell($0.weight)]
                        + [DataTable.cell($0.low), DataTable.cell($0.high)]
                })
        let label = "Trend of weight"
        guard let first = days.first, let last = days.last, let latest = trend.last else {
            return EmptyPicture.picture(
                title: Self.title, label: label, table: table, format: format)
        }
        let values =
            days.map(\.weight) + trend + forecastBand.values + (level.map { [$0] } ?? [])
            + (goal.map { [$0] } ?? [])
        let lastShown = max(last.day, forecast.last?.day ?? last.day)
        let frame = PlotArea(
            days: first.day...lastShown,
            axis: ValueAxis(values, fromZero: false), format: format)
        let lines = path(zip(days, trend).map { ($0.day, $1) }, frame)
        // Labels are at equal distances in time; weight entries are not.
        let names = DayAxis.evenIndices(6, over: first.day.distance(to: lastShown) + 1).map {
            let day = first.day.advanced(by: $0)
            let label = DayAxis.label(
                day, .day, withYear: first.day.year != lastShown.year)
            return (x: frame.x(day, day), label: label)
        }
        let goalText = goal.map { ", goal \(ChartNumberText.label($0)) \(unit)" } ?? ""
        return Picture(
            title: Self.title, label: label,
            summary:
                "Weight from \(ChartNumberText.label(first.weight)) \(unit) on \(first.day) to "
                + "\(ChartNumberText.label(last.weight)) \(unit) on \(last.day), trend "
                + "\(ChartNumberText.label(latest)) \(unit)\(goalText).",
            table: table, width: frame.width, height: frame.height,
            shapes: frame.heading(
                Self.title, "trend \(ChartNumberText.label(latest)) \(unit)\(goalText)")
                + frame.valueMarks + frame.dayMarks(names) + goalLine(frame)
                + forecastBand.band(frame, after: start(on: last.day, latest, frame))
                + dots(frame) + [stroke(lines)]
                + forecastBand.line(frame, after: start(on: last.day, latest, frame))
                + days.map {
                    frame.detail(
                        from: $0.day, through: $0.day,
                        "\($0.day): \(DataTable.cell($0.weight)) \(unit)")
                })
    }

    /// The trend line connects days with entries, since most days have none.
    private func path(_ points: [(CivilDate, Double)], _ frame: PlotArea) -> String {
        MonotoneCurve(points.map { PixelPoint(x: frame.x($0, $0), y: frame.y($1)) }).path
    }

    private func stroke(_ path: String) -> Element {
        Element("path", ["class": "line drawn s-accent", "stroke-width": "3", "d": path])
    }

    /// The place on the last day with entries from which the forecast starts.
    private func start(on day: CivilDate, _ trend: Double, _ frame: PlotArea) -> PixelPoint {
        PixelPoint(x: frame.x(day, day), y: frame.y(level ?? trend))
    }

    private var forecastBand: ForecastBand {
        ForecastBand(days: forecast.map { ($0.day, $0.weight, $0.low, $0.high) })
    }

    private func dots(_ frame: PlotArea) -> [Element] {
        LineRenderer(frame: frame, tone: .grey).dots(
            days.map { SeriesPoint(start: $0.day, end: $0.day, value: $0.weight, label: "") },
            radius: 2.5)
    }

    private func goalLine(_ frame: PlotArea) -> [Element] {
        guard let goal else { return [] }
        let y = frame.y(goal)
        return [
            Element.line(
                from: (frame.left, y), to: (frame.right, y), class: "s-green dashed", width: "1.5")
        ]
    }
}
