import ArgumentParser
import Charts
import CivilTime
import Contracts
import RPC

struct StreaksCommand: BusCommand {
    static let configuration = CommandConfiguration(
        commandName: "streaks", abstract: "Show current and longest streaks.")

    @Option(help: "Answer as of DATE (default: today).")
    var on: CivilDate?

    @OptionGroup var files: PictureOptions
    @OptionGroup var globals: GlobalOptions

    func run(_ context: CommandContext) async throws -> ExitStatus {
        let listing = try await context.bus().call(
            Statistics.streaks, Statistics.AsOfRequest(on: on), context.options())
        let chart = StreakChart(
            rows: listing.streaks.map {
                StreakChart.Row(name: $0.name, current: $0.current, longest: $0.longest)
            })
        try files.write(chart.picture, context.output)
        try context.output.result(listing) {
            if files.isWanted { return "" }
            guard !listing.streaks.isEmpty else {
                return "There are no streaks yet. Begin one with: dayline activity add Floss"
            }
            var table = TextTable([
                ("activity", .left), ("current", .right), ("longest", .right),
            ])
            for streak in listing.streaks {
                table.add([
                    streak.name, NumberText.count(streak.current),
                    NumberText.count(streak.longest),
                ])
            }
            return table.text(context.output)
        }
        return .done
    }
}
