import ArgumentParser
import Contracts
import Presentation
import RPC

struct TodayCommand: BusCommand {
    static let configuration = CommandConfiguration(
        name: "today", abstract: "Show what is due by part of the day.",
        discussion: """
            With -i the list fills the terminal and is changed by keys: arrows move, space ticks, a \
            enters an amount, s skips with a reason, u undoes, left and right change the day, ? \
            lists all keys, q quits.

            EXAMPLES:
              dayline today
              dayline today --on yesterday
              dayline today -i
            """)

    /// The only flag of a command that is written with one dash.
    static let shortFlag = "-i"

    @Flag(
        name: [.customShort("i"), .long],
        help: "Show a full-screen list that is changed by keys.")
    var interactive = false

    @OptionGroup var asOf: AsOfOption
    @OptionGroup var globals: GlobalOptions

    func validate() throws {
        guard !interactive || !globals.json else {
            throw ValidationError(
                "--interactive shows a list for people, and --json prints a document. Leave out one."
            )
        }
    }

    var isSequential: Bool { !interactive }

    func run(_ context: CommandContext) async throws -> ExitStatus {
        guard !interactive else {
            try await DayScreenLoop(context).run(date: asOf.on)
            return .done
        }
        let client = try context.bus()
        let day = try await client.call(
            Journal.today, Journal.DayRequest(on: asOf.on), context.options())
        let hint =
            day.isEmpty && !context.output.isJSON
            ? try await context.emptyProfileText(client) : nil
        try context.output.result(day) { hint ?? day.text(context.output) }
        return .done
    }
}
