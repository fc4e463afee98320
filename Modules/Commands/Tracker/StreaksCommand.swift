import ArgumentParser
import Charts
import CivilTime
import Contracts
import RPC

struct StreaksCommand: BusCommand {
    static let configuration = CommandConfiguration(
        commandName: "streaks", abstract: "How many days in a row, now and at best.")

    @Option(help: "The day that is today.")
    var on: CivilDate?

    @OptionGroup var files: PictureOptions
    @OptionGroup var globals: GlobalOptions

    func run(_ session: CommandContext) async throws -> ExitStatus {
        let board = try await session.bus().call(
            Statistics.streaks, Statistics.AsOfRequest(on: on), session.options())
        let chart = StreakChart(
            rows: board.streaks.map {
                StreakChart.Row(name: $0.name, current: $0.current, longest: $0.longest)
            })
        try files.write(chart.picture, session.output)
        try session.output.result(board) {
            if files.isWanted { return "" }
            guard !board.streaks.isEmpty else {
                return "There are no streaks yet. Begin one with: dayline activity add Floss"
            }
            var table = TextTable([
                ("activity", .left), ("current", .right), ("longest", .right),
            ])
            for streak in board.streaks {
                table.add([
                    streak.name, NumberText.count(streak.current),
                    NumberText.count(streak.longest),
                ])
            }
            return table.text(session.output)
        }
        return .done
    }
}
