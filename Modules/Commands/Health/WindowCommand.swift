import ArgumentParser
import CivilTime
import Contracts
import Presentation

struct WindowCommand: PictureCommand {
    static let configuration = CommandConfiguration(
        name: "window", abstract: "Show a page of days of a metric, as a chart loads them.",
        discussion: .examples(
            "window stepCount", "window stepCount --visible 30 --before 2026-10-01"))
    static let method = Insights.window

    @OptionGroup var trend: TrendArgument

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
            name: trend.name, visible: visible, before: before, after: after, on: asOf.on,
            zone: zoneOption.zone)
    }

    func text(_ window: Insights.WindowResponse, _ output: Output) -> String {
        window.text(before: before, after: after)
    }
}
