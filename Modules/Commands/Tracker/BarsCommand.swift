import ArgumentParser
import CivilTime
import Contracts
import Presentation
import TrackerRules

struct BarsCommand: PictureCommand {
    static let configuration = CommandConfiguration(
        name: "bars", abstract: "Show an activity's values by day or week as bars.",
        discussion:
            .examples(
                after:
                    "The ranges week, month and quarter have a bar a day, longer ones a bar a week.",
                "bars Water", "bars Water --range year --svg water.svg"))
    static let method = Statistics.bars

    @OptionGroup var activity: ActivityArgument

    @Option(help: "Show a week, month, quarter, sixMonths, year or threeYears.")
    var range: BarRange = .week

    @Option(help: ArgumentHelp("End on DATE (default: today).", valueName: "date"))
    var on: CivilDate?

    @OptionGroup var files: PictureOptions
    @OptionGroup var globals: GlobalOptions

    var request: Statistics.BarsRequest {
        Statistics.BarsRequest(activity: activity.name, range: range.rawValue, on: on)
    }

    func text(_ bars: Statistics.BarsResponse, _ output: Output) -> String {
        bars.text(width: terminalWidth(), output)
    }
}

extension BarRange: ExpressibleByArgument {}
