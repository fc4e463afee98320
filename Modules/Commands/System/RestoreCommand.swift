import ArgumentParser
import Contracts
import HostFiles
import RPC
import Supervision

struct RestoreCommand: BusCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore", abstract: "Replace the database with a backup.",
        discussion: .examples(
            after: "The replaced database is kept in the same folder.",
            "restore dayline-backup.zip", "restore dayline-backup.zip --home ./restored"))

    @Argument(help: "File that dayline backup wrote.", completion: .file())
    var file: String

    @OptionGroup var globals: GlobalOptions

    func run(_ context: CommandContext) async throws -> ExitStatus {
        let path = try Files.absolutePath(file)
        let restored = try await restored(path, context)
        try context.output.result(restored) {
            restored.kept.map { "\(path) is restored. The replaced database is \($0)" }
                ?? "\(path) is valid. It replaces the database at the next start, with: dayline up"
        }
        return .done
    }

    /// Restores by the supervisor, or at the next start if the system does not run.
    private func restored(
        _ path: String, _ context: CommandContext
    ) async throws -> Control.RestoreResponse {
        do {
            return try await context.supervisor().call(
                Control.restore, Control.RestoreRequest(path: path),
                context.optionsWithoutDeadline())
        } catch {
            let status = Status(describing: error)
            guard status.code == .unavailable else { throw status }
            try PendingRestore(of: path, in: context.home).prepare(isExamined: false)
            return Control.RestoreResponse(file: path)
        }
    }
}
