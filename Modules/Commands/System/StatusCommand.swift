import ArgumentParser
import Contracts
import RPC

struct StatusCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "One row a process: how it is and what it did.")

    @OptionGroup var globals: GlobalOptions

    func run(_ session: Session) async throws -> ExitStatus {
        let status = try await session.supervisor().call(
            Control.status, Empty(), session.options())
        try session.output.result(status) { StatusText.table(status, session.output) }
        return .done
    }
}
