import ArgumentParser
import Charts
import CivilTime
import Contracts
import RPC
import TrackerRules

struct BarsCommand: BusCommand {
    static let configuration = CommandConfiguration(
        commandName: "bars", abstract: "What an activity came to, by day or week.",
        discussion:
            "Near ranges (week, month, quarter) have a bar for each day, far ones for weeks.")

    @Argument(help: "The activity's name.", completion: .custom(NameCompletion.activities))
    var name: String

    @Option(help: "week, month, quarter, sixMonths, year or threeYears.")
    var range: BarRange = .week

    @Option(help: "The last day; today by default. An earlier one turns the page.")
    var on: CivilDate?

    @OptionGroup var files: PictureOptions
    @OptionGroup var globals: GlobalOptions

    func run(_ session: CommandContext) async throws -> ExitStatus {
        let bars = try await session.bus().call(
            Statistics.bars, Statistics.BarsRequest(activity: name, range: range.rawValue, on: on),
            session.options())
        try files.write(bars.picture, session.output)
        try session.output.result(bars) { files.isWanted ? "" : bars.text(session.output) }
        return .done
    }
}

extension BarRange: ExpressibleByArgument {}

extension Statistics.BarsResponse {
    fileprivate var picture: Picture {
        BarChart(title: name, unit: unit ?? "", bars: bars.map { ($0.from, $0.to, $0.value) })
            .picture
    }

    /// A line for each bar, as long as its value.
    fileprivate func text(_ output: Output) -> String {
        // The columns before it take 24.
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
        func said(_ value: Double?) -> String { value.map { NumberText.short($0) + unit } ?? "-" }
        return [
            output.styled(name, .bold), table.text(output),
            "average \(said(average)), least \(said(low)), greatest \(said(high))",
            "\(NumberText.days(streak.current)) in a row, at best \(streak.longest)",
        ].joined(separator: "\n")
    }
}
