import ArgumentParser
import Contracts
import Glibc
import HostFiles
import RPC

struct BackupCommand: BusCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Write a consistent copy of the database while the system runs.")

    @Argument(help: "File to write; it must not exist.", completion: .file())
    var file: String

    @OptionGroup var globals: GlobalOptions

    func run(_ context: CommandContext) async throws -> ExitStatus {
        let path = try Files.absolutePath(file)
        let summary = try await context.bus().call(
            Backups.write, Backups.BackupRequest(path: path), context.optionsWithoutDeadline())
        try context.output.result(summary) {
            "\(summary.path): \(NumberText.bytes(summary.bytes)), "
                + "\(NumberText.count(summary.samples, "sample")) of "
                + "\(NumberText.count(summary.profiles.count, "profile")). "
                + "Restore it with: dayline restore \(summary.path)"
        }
        return .done
    }
}
