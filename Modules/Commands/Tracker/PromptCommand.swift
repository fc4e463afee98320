import ArgumentParser
import Contracts
import Presentation
import RPC

struct PromptCommand: BusCommand {
    static let configuration = CommandConfiguration(
        name: "prompt",
        abstract: "Print one line for a shell prompt or a status bar.",
        discussion: """
            Prints the numbers of open and of done items of the day, such as: 3 open, 2 done. \
            Open reminders count as open. Waits at most a second.

            EXAMPLES:
              dayline prompt
              dayline prompt --json
              PS1='[$(dayline prompt 2>/dev/null)] \\$ '
            """)

    @OptionGroup var asOf: AsOfOption
    @OptionGroup var globals: GlobalOptions

    var isSequential: Bool { true }

    func run(_ context: CommandContext) async throws -> ExitStatus {
        let day = try await context.bus().call(
            Journal.today, Journal.DayRequest(on: asOf.on), context.options(timeout: .seconds(1)))
        let counts = DayCounts(day)
        try context.output.result(counts) { counts.text(context.output) }
        return .done
    }
}
