import ArgumentParser
import Contracts
import Presentation
import RPC

struct TodayCommand: UnaryCommand {
    static let configuration = CommandConfiguration(
        commandName: "today", abstract: "Show what is due by part of the day.",
        discussion: .examples("today", "today --on yesterday", "today --json"))
    static let method = Journal.today

    @OptionGroup var asOf: AsOfOption
    @OptionGroup var globals: GlobalOptions

    var request: Journal.DayRequest { Journal.DayRequest(on: asOf.on) }

    func text(
        _ day: Journal.TodayResponse, _ client: Client, _ context: CommandContext
    ) async throws -> String? {
        day.isEmpty ? try await context.emptyProfileText(client) : nil
    }
}
