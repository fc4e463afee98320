import ArgumentParser
import Charts
import CivilTime
import Contracts
import Metrics
import RPC
import Windows

struct WindowCommand: BusCommand {
    static let configuration = CommandConfiguration(
        commandName: "window", abstract: "A page of days of a metric, as a chart loads them.")

    @Argument(
        help: "The metric, such as stepCount.", completion: .custom(NameCompletion.trends))
    var name: String

    @Option(help: "Days visible at a time.")
    var visible: Int = 14

    @Option(help: "The page before this day.")
    var before: CivilDate?

    @Option(help: "The page after this day.")
    var after: CivilDate?

    @Option(help: "The day that the question is asked on; today by default.")
    var on: CivilDate?

    @Option(help: "Fold in this time zone, for this answer only.")
    var zone: String?

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

    func run(_ session: CommandContext) async throws -> ExitStatus {
        let window = try await session.bus().call(
            Insights.window,
            Insights.WindowRequest(
                name: name, visible: visible, before: before, after: after, on: on, zone: zone),
            session.options())
        if files.isWanted { try files.write(window.picture, session.output) }
        try session.output.result(window) { files.isWanted ? "" : text(window) }
        return .done
    }

    private func text(_ window: Insights.WindowResponse) -> String {
        let heading = NumberText.name(window.metric, in: window.shownUnit)
        if window.days.isEmpty, let day = before ?? after {
            let side = before == nil ? "after" : "before"
            return "\(heading)\nThere is nothing of \(window.metric.onOneLine) \(side) \(day)."
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
    /// In percent for what is done or not.
    private var factor: Double { isYesNo == true ? 100 : 1 }
    fileprivate var shownUnit: String { isYesNo == true ? "%" : unit }
    fileprivate var shownAverage: Double? { averageOverDays.map { $0 * factor } }
    fileprivate var shownDays: [(date: CivilDate, value: Double?)] {
        days.map { ($0.date, $0.value.map { $0 * factor }) }
    }

    /// One of the six health charts, where the metric has one; else bars for what adds up over a day,
    /// and a line for what does not.
    fileprivate var picture: Picture {
        let days = shownDays
        if let chart = HealthChart.allCases.first(where: { $0.metric == metric }) {
            return WindowChart(chart, days: days).picture
        }
        let addsUp = Metric.all.first { $0.key == metric }?.kind == .cumulative
        let average = shownAverage.map { "\(NumberText.short($0)) \(shownUnit)" } ?? "–"
        return WindowChart(
            title: metric, average: average, kind: addsUp ? .bar : .line, tone: .accent,
            days: days, bounds: isYesNo == true ? [0, 100] : []
        ).picture
    }
}
