import ArgumentParser
import CivilTime
import Contracts
import RPC

struct WindowCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "window", abstract: "A page of days of a metric, as a chart loads them.")

    @Argument(
        help: "The metric, such as stepCount.", completion: .custom(NameCompletion.metrics))
    var name: String

    @Option(help: "Days visible at a time.")
    var visible: Int = 14

    @Option(help: "The page before this day.")
    var before: CivilDate?

    @Option(help: "The page after this day.")
    var after: CivilDate?

    @Option(help: "The day that the question is asked on; today by default.")
    var on: CivilDate?

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
                name: name, visible: visible, before: before, after: after, on: on),
            session.options())
        try session.output.result(window) { text(window) }
        return .done
    }

    private func text(_ window: Insights.Window) -> String {
        let days = window.days.map { day in
            "\(day.date)  \(day.value.map(NumberText.short) ?? "-")"
        }
        let average = window.averageOverDays.map(NumberText.short) ?? "-"
        return
            (["\(window.metric), \(window.unit)"] + days + ["average  \(average)"])
            .joined(separator: "\n")
    }
}
