import ArgumentParser
import Charts
import CivilTime
import Contracts
import Metrics
import RPC
import Windows

struct WindowCommand: PictureCommand {
    static let configuration = CommandConfiguration(
        commandName: "window", abstract: "Show a page of days of a metric, as a chart loads them.")
    static let method = Insights.window

    @Argument(
        help: "Metric or activity, such as stepCount.", completion: .custom(NameCompletion.trends))
    var name: String

    @Option(help: "Number of visible days.")
    var visible: Int = 14

    @Option(help: ArgumentHelp("Show the page before DATE.", valueName: "date"))
    var before: CivilDate?

    @Option(help: ArgumentHelp("Show the page after DATE.", valueName: "date"))
    var after: CivilDate?

    @OptionGroup var asOf: AsOfOption
    @OptionGroup var zoneOption: ZoneOption
    @OptionGroup var files: PictureOptions
    @OptionGroup var globals: GlobalOptions

    func validate() throws {
        guard before == nil || after == nil else {
            throw ValidationError("--before and --after cannot be used together.")
        }
        guard (1...366).contains(visible) else {
            throw ValidationError("--visible takes a number of days from 1 to 366.")
        }
    }

    var request: Insights.WindowRequest {
        Insights.WindowRequest(
            name: name, visible: visible, before: before, after: after, on: asOf.on,
            zone: zoneOption.zone)
    }

    func picture(_ window: Insights.WindowResponse) -> Picture { window.picture }

    func text(_ window: Insights.WindowResponse, _ output: Output) -> String {
        let heading = NumberText.name(window.metric, in: window.shownUnit)
        if window.days.isEmpty, let day = before ?? after {
            let side = before == nil ? "after" : "before"
            return "\(heading)\n\(window.metric.onOneLine) has no data \(side) \(day)."
        }
        guard window.hasOlder || window.days.contains(where: { $0.value != nil }) else {
            return "\(heading)\n\(NoDataText.series(window.metric, isRanged: false))"
        }
        let days = window.shownDays.map { day in
            "\(day.date)  \(day.value.map(NumberText.short) ?? "-")"
        }
        let average = window.shownAverage.map(NumberText.short) ?? "-"
        let sources = TrendText.sources(window.sources).map { [$0] } ?? []
        return ([heading] + days + ["average  \(average)"] + sources).joined(separator: "\n")
    }
}

extension Insights.WindowResponse {
    /// 100 for yes/no activities, which are shown in percent.
    private var factor: Double { isYesNo == true ? 100 : 1 }
    fileprivate var shownUnit: String { isYesNo == true ? "%" : unit }
    fileprivate var shownAverage: Double? { averageOverDays.map { $0 * factor } }
    fileprivate var shownDays: [(date: CivilDate, value: Double?)] {
        days.map { ($0.date, $0.value.map { $0 * factor }) }
    }

    /// The metric's health chart if there is one, else bars for cumulative metrics and a line for
    /// others.
    fileprivate var picture: Picture {
        let days = shownDays
        if let chart = HealthChart.allCases.first(where: { $0.metric == metric }) {
            return WindowChart(chart, days: days).picture
        }
        let isCumulative = Metric.all.first { $0.key == metric }?.kind == .cumulative
        let average = shownAverage.map { "\(NumberText.short($0)) \(shownUnit)" } ?? "–"
        return WindowChart(
            title: metric, average: average, kind: isCumulative ? .bar : .line, tone: .accent,
            days: days, bounds: isYesNo == true ? [0, 100] : []
        ).picture
    }
}
