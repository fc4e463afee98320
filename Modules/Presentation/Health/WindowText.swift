package import Charts
package import CivilTime
package import Contracts
import HealthMetrics
import Windows

extension Insights.WindowResponse: PicturePresentable {
    /// 100 for yes/no activities, which are shown in percent.
    private var factor: Double { isYesNo == true ? 100 : 1 }
    private var shownUnit: String { isYesNo == true ? "%" : unit }
    private var shownAverage: Double? { averageOverDays.map { $0 * factor } }
    private var shownDays: [(date: CivilDate, value: Double?)] {
        days.map { ($0.date, $0.value.map { $0 * factor }) }
    }

    /// The values of the days, for a page before or after a day if one was requested.
    package func text(before: CivilDate?, after: CivilDate?) -> String {
        let heading = NumberText.name(metric, in: shownUnit)
        if days.isEmpty, let day = before ?? after {
            let side = before == nil ? "after" : "before"
            return "\(heading)\n\(metric.onOneLine) has no data \(side) \(day)."
        }
        guard hasOlder || days.contains(where: { $0.value != nil }) else {
            return "\(heading)\n\(NoDataText.series(metric, isRanged: false))"
        }
        let lines = shownDays.map { "\($0.date)  \(NumberText.short($0.value))" }
        let average = "average  \(NumberText.short(shownAverage))"
        let sources = sources.flatMap(TrendText.sources).map { [$0] } ?? []
        return ([heading] + lines + [average] + sources).joined(separator: "\n")
    }

    /// The metric's health chart if there is one, else bars for cumulative metrics and a line for
    /// others.
    package var picture: Picture { picture(.file) }

    package func picture(_ format: PictureFormat) -> Picture {
        if let chart = HealthChart.allCases.first(where: { $0.metric == metric }) {
            return WindowChart(chart, days: shownDays).picture(format)
        }
        let isCumulative = Metric.all.first { $0.key == metric }?.kind == .cumulative
        let unit = UnitText.short(shownUnit, of: metric)
        let average = shownAverage.map { value in
            unit.isEmpty ? NumberText.short(value) : "\(NumberText.short(value)) \(unit)"
        }
        return WindowChart(
            title: MetricTitle.title(metric), unit: unit, average: average ?? "–",
            kind: isCumulative ? .bar : .line, tone: .accent, days: shownDays,
            bounds: isYesNo == true ? [0, 100] : []
        ).picture(format)
    }
}
