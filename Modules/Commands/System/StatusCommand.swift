import ArgumentParser
import Contracts
import HostFiles
import Presentation
import RPC

struct StatusCommand: UndatedCommand {
    static let configuration = CommandConfiguration(
        name: "status", abstract: "Show state and statistics of each process.",
        discussion: .examples("status", "status --json"))

    @OptionGroup var globals: GlobalOptions

    func run(_ context: CommandContext) async throws -> ExitStatus {
        let status = try await context.supervisor().call(
            Control.status, Empty(), context.options())
        let storage = await StorageStateReader.state(context)
        let backups = await StorageStateReader.backups(context)
        let replication = await StorageStateReader.replication(context)
        let report = StatusReport(
            system: status, storage: storage, backups: backups, replication: replication)
        try context.output.result(report) {
            var parts = [status.text(context.output)]
            parts += (storage?.sentences ?? []).map {
                context.output.styled("storage: \($0)", .yellow)
            }
            parts += (replication?.sentences ?? []).map {
                replication?.problem == nil ? $0 : context.output.styled($0, .yellow)
            }
            // Daily backups are those of the primary.
            if let backups, replication?.role != .replica {
                parts.append(sentence(backups, context.output))
            }
            return parts.joined(separator: "\n")
        }
        return .done
    }

    private func sentence(_ backups: Backups.ScheduleResponse, _ output: Output) -> String {
        let now = WallClock.milliseconds()
        let sentence = backups.sentence(now: now)
        return backups.needsAttention(now: now) ? output.styled(sentence, .yellow) : sentence
    }
}
