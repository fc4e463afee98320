import ArgumentParser
import Charts
import CivilTime
import Contracts
import RPC
import TrackerRules

struct HeatMapCommand: BusCommand {
    static let configuration = CommandConfiguration(
        commandName: "heatmap", abstract: "Show the rates of 13 weeks, one column a week.")

    @Argument(
        help: "Name of the activity (default: all activities).",
        completion: .custom(NameCompletion.activities))
    var name: String?

    @OptionGroup var asOf: AsOfOption
    @OptionGroup var files: PictureOptions
    @OptionGroup var globals: GlobalOptions

    func run(_ context: CommandContext) async throws -> ExitStatus {
        let client = try context.bus()
        let map = try await client.call(
            Statistics.heatMap, Statistics.HeatMapRequest(activity: name, on: asOf.on),
            context.options()
        )
        try files.write(map.picture, context.output)
        let isNew =
            if context.output.isJSON || name != nil { false } else {
                try await context.hasNoActivities(client)
            }
        try context.output.result(map) {
            if files.isWanted { return "" }
            return isNew ? NoDataText.activities : map.text(context.output)
        }
        return .done
    }
}

extension Statistics.HeatMapResponse {
    fileprivate var picture: Picture {
        Charts.HeatMap(
            title: name ?? "Everything",
            days: days.map {
                Charts.HeatMap.Day(
                    date: $0.date, level: HeatLevel(rawValue: $0.level) ?? .none, rate: $0.rate)
            }
        ).picture
    }

    /// A row for each weekday.
    fileprivate func text(_ output: Output) -> String {
        let rows = (0..<min(7, days.count)).map { row in
            let cells = stride(from: row, to: days.count, by: 7).map { index in
                Self.cell(days[index].level, output)
            }
            return "\(days[row].date.shortWeekdayName)  \(cells.joined(separator: " "))"
        }
        let title = name ?? "everything"
        let span = "\(days.first?.date.description ?? "")..\(days.last?.date.description ?? "")"
        return (["\(title), \(span)"] + rows + ["# full  + partial  . none  - skipped  v vacation"])
            .joined(separator: "\n")
    }

    private static func cell(_ level: String, _ output: Output) -> String {
        switch level {
        case "full": output.styled("#", .green)
        case "partial": output.styled("+", .green)
        case "skipped": output.styled("-", .yellow)
        case "vacation": output.styled("v", .accent)
        default: output.styled(".", .dim)
        }
    }
}
