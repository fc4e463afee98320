import ArgumentParser
import Contracts
import Glibc
import HostFiles
import Presentation
import RPC

struct BackupCommand: UnaryCommand {
    static let configuration = CommandConfiguration(
        name: "backup",
        abstract: "Write a consistent copy of the database and photos while the system runs.",
        discussion: .examples("backup dayline-backup.zip", "backup /mnt/drive/dayline.zip --quiet"))
    static let method = Backups.write

    @Argument(help: "File to write; it must not exist.", completion: .file())
    var file: String

    @OptionGroup var globals: GlobalOptions

    var request: Backups.BackupRequest {
        get throws { Backups.BackupRequest(path: try Files.absolutePath(file)) }
    }

    func callOptions(_ context: CommandContext) -> CallOptions { context.optionsWithoutDeadline() }

    func text(_ summary: Backups.BackupResponse, _ output: Output) -> String {
        "\(summary.path): \(NumberText.bytes(summary.bytes)), "
            + "\(NumberText.count(summary.samples, "sample")) of "
            + "\(NumberText.count(summary.profiles.count, "profile")), "
            + "\(NumberText.count(summary.photos, "photo")). "
            + "Restore it with: dayline restore \(summary.path)"
    }
}
