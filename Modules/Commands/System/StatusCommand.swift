import ArgumentParser
import Contracts
import Presentation
import RPC

struct StatusCommand: BusCommand {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "Show state and statistics of each process.",
        discussion: .examples("status", "status --json"))

    @OptionGroup var globals: GlobalOptions

    func run(_ context: CommandContext) async throws -> ExitStatus {
        let status = try await context.supervisor().call(
            Control.status, Empty(), context.options())
        let storage = await StorageStateReader.state(context)
        try context.output.result(StatusReport(system: status, storage: storage)) {
            ([status.text(context.output)]
                + (storage?.sentences ?? []).map {
                    context.output.styled("storage: \($0)", .yellow)
                })
                .joined(separator: "\n")
        }
        return .done
    }
}
