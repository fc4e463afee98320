import ArgumentParser
import CivilTime
import Contracts
import RPC

struct StreaksCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "streaks", abstract: "How many days in a row, now and at best.")

    @Option(help: "The day that is today.")
    var on: CivilDate?

    @OptionGroup var globals: GlobalOptions

    func run(_ session: Session) async throws -> ExitStatus {
        let board = try await session.bus().call(
            Boards.streaks, Boards.AskBoard(on: on), session.options())
        try session.output.result(board) {
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
