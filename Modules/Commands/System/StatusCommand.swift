import ArgumentParser
import Contracts
import RPC

struct StatusCommand: BusCommand {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "One row a process: how it is and what it did.")

    @OptionGroup var globals: GlobalOptions

    func run(_ session: CommandContext) async throws -> ExitStatus {
        let status = try await session.supervisor().call(
            Control.status, Empty(), session.options())
        let storage = await StorageStateReader.state(session)
        try session.output.result(StatusReport(system: status, storage: storage)) {
            ([StatusText.table(status, session.output)]
                + (storage?.sentences ?? []).map {
                    session.output.styled("storage: \($0)", .yellow)
                })
                .joined(separator: "\n")
        }
        return .done
    }
}
