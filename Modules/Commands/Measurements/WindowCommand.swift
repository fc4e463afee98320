import ArgumentParser
import Charts
import CivilTime
import Contracts
import Metrics
import RPC
import Windows

struct WindowCommand: SessionCommand {
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

    func run(_ session: Session) async throws -> ExitStatus {
        let window = try await session.bus().call(
            Insights.window,
            Insights.AskWindow(
                name: name, visible: visible, before: before, after: after, on: on, zone: zone),
            session.options())
        if files.isWanted { try files.write(window.picture, session.output) }
        try session.output.result(window) { files.isWanted ? "" : text(window) }
        return .done
    }

    private func text(_ window: Insights.Window) -> String {
        let days = window.days.map { day in
            "\(day.date)  \(day.value.map(NumberText.short) ?? "-")"
        }
        let average = window.averageOverDays.map(NumberText.short) ?? "-"
        return
            ([NumberText.name(window.metric, in: window.unit)] + days + ["average  \(average)"])
            .joined(separator: "\n")
    }
}

extension Insights.Window {
    /// One of the six health charts, where the metric has one; else bars for what adds up over a day,
    /// and a line for what does not.
    fileprivate var picture: Picture {
        let days = days.map { (date: $0.date, value: $0.value) }
        if let chart = HealthChart.allCases.first(where: { $0.metric == metric }) {
            return WindowChart(chart, days: days).picture
        }
        let addsUp = Metric.all.first { $0.key == metric }?.kind == .cumulative
        let average = averageOverDays.map { "\(NumberText.short($0)) \(unit)" } ?? "–"
        return WindowChart(
            title: metric, average: average, kind: addsUp ? .bar : .line, tone: .accent,
            days: days
        ).picture
    }
}
