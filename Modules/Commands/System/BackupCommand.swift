import ArgumentParser
import Contracts
import Glibc
import HostFiles
import RPC

struct BackupCommand: BusCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup", abstract: "Write a copy of everything, while the system runs.")

    @Argument(help: "The file to write; it must not exist.", completion: .file())
    var file: String

    @OptionGroup var globals: GlobalOptions

    func run(_ session: CommandContext) async throws -> ExitStatus {
        let path = try Files.absolutePath(file)
        let summary = try await session.bus().call(
            Backups.write, Backups.BackupRequest(path: path), session.optionsWithoutDeadline())
        try session.output.result(summary) {
            "\(summary.path): \(NumberText.bytes(summary.bytes)), "
                + "\(NumberText.count(summary.samples, "sample")) of "
                + "\(NumberText.count(summary.profiles.count, "profile")). "
                + "Bring it back with: dayline restore \(summary.path)"
        }
        return .done
    }
}
