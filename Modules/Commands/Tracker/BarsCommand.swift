import ArgumentParser
import Charts
import CivilTime
import Contracts
import RPC
import TrackerRules

struct BarsCommand: PictureCommand {
    static let configuration = CommandConfiguration(
        commandName: "bars", abstract: "Show an activity's values by day or week as bars.",
        discussion:
            "The ranges week, month and quarter have a bar a day, longer ones a bar a week.")
    static let method = Statistics.bars

    @Argument(help: "Name of the activity.", completion: .custom(NameCompletion.activities))
    var name: String

    @Option(help: "Show a week, month, quarter, sixMonths, year or threeYears.")
    var range: BarRange = .week

    @Option(help: ArgumentHelp("End on DATE (default: today).", valueName: "date"))
    var on: CivilDate?

    @OptionGroup var files: PictureOptions
    @OptionGroup var globals: GlobalOptions

    var request: Statistics.BarsRequest {
        Statistics.BarsRequest(activity: name, range: range.rawValue, on: on)
    }

    func picture(_ bars: Statistics.BarsResponse) -> Picture { bars.picture }

    func text(_ bars: Statistics.BarsResponse, _ output: Output) -> String { bars.text(output) }
}

extension BarRange: ExpressibleByArgument {}

extension Statistics.BarsResponse {
    fileprivate var picture: Picture {
        BarChart(title: name, unit: unit ?? "", bars: bars.map { ($0.from, $0.to, $0.value) })
            .picture
    }

    /// A table with a line of blocks for each bar.
    fileprivate func text(_ output: Output) -> String {
        // The columns before the bar have 24 characters.
        let widest = Double(min(40, max(8, terminalWidth() - 24)))
        let greatest = max(high ?? 0, -(low ?? 0))
        var table = TextTable([("from", .left), ("value", .right), ("", .left)])
        for bar in bars {
            let length = greatest > 0 ? abs(bar.value ?? 0) / greatest * widest : 0
            table.add([
                bar.from.description, bar.value.map(NumberText.short) ?? "-",
                String(repeating: "█", count: Int(length.rounded())),
            ])
        }
        let unit = unit.map { " \($0)" } ?? ""
        func number(_ value: Double?) -> String { value.map { NumberText.short($0) + unit } ?? "-" }
        return [
            output.styled(name, .bold), table.text(output),
            "average \(number(average)), least \(number(low)), greatest \(number(high))",
            "\(NumberText.days(streak.current)) in a row, at best \(streak.longest)",
        ].joined(separator: "\n")
    }
}
