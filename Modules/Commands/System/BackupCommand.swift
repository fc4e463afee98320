import ArgumentParser
import Contracts
import Glibc
import HostFiles
import Presentation
import RPC
import Tracker

struct BackupCommand: UnaryCommand {
    static let configuration = CommandConfiguration(
        name: "backup",
        abstract: "Write a consistent copy of the database and photos while the system runs.",
        discussion: .examples(
            after: """
                Create a pair of keys once with: dayline backups key FILE. An encrypted backup needs only the \
                public one.
                """, "backup dayline-backup.zip", "backup /mnt/drive/dayline.zip --quiet",
            "backup /mnt/cloud/dayline.backup --recipient dayline-backup-…"))
    static let method = Backups.write

    @Argument(help: "File to write; it must not exist.", completion: .file())
    var file: String

    @Option(
        help: ArgumentHelp(
            "Encrypt the file for the public KEY (default: not encrypted).", valueName: "key"))
    var recipient: String?

    @OptionGroup var globals: GlobalOptions

    var request: Backups.WriteRequest {
        get throws {
            Backups.WriteRequest(path: try Files.absolutePath(file), recipient: recipient)
        }
    }

    func callOptions(_ context: CommandContext) -> CallOptions { context.optionsWithoutDeadline() }

    func text(_ summary: Backups.BackupResponse, _ output: Output) -> String {
        "\(summary.path): \(NumberText.bytes(summary.bytes)), "
            + "\(NumberText.count(summary.samples, "sample")) of "
            + "\(NumberText.count(summary.profiles.count, "profile")), "
            + "\(NumberText.count(summary.photos, "photo")). "
            + "Restore it with: dayline restore \(quoted(summary.path))"
            + (recipient == nil ? "" : " --key SECRET_KEY_FILE")
    }
}
