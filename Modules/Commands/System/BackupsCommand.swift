import ArgumentParser
import BackupFolders
import Contracts
import HostFiles
import Presentation
import RPC

struct BackupsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        name: "backups",
        abstract: "Write verified backups to a folder every day, and list them.",
        discussion: .examples(
            after: """
                A backup adds only what has changed. It is restored into a temporary home and compared \
                before it counts. The newest of 7 days, 4 weeks and 12 months are kept.
                """, "backups to /mnt/drive/dayline --at 02:30", "backups run",
            "restore --from /mnt/drive/dayline --on 2026-11-20"),
        subcommands: [
            ListBackupsCommand.self, SetBackupFolderCommand.self, RunBackupCommand.self,
            EndBackupsCommand.self, NewBackupKeyCommand.self,
        ],
        defaultSubcommand: ListBackupsCommand.self)
}

struct ListBackupsCommand: BusCommand {
    static let configuration = CommandConfiguration(
        name: "list", abstract: "List the backups of a folder.",
        discussion: .examples("backups list", "backups list --from /mnt/drive/dayline"))

    @OptionGroup var source: BackupSource

    @OptionGroup var globals: GlobalOptions

    func run(_ context: CommandContext) async throws -> ExitStatus {
        if let folder = try source.folder() {
            let snapshots = try folder.verifiedSnapshots.map { try folder.summary(of: $0) }
            try context.output.result(["snapshots": snapshots]) {
                snapshots.isEmpty
                    ? "\(folder.path) has no verified backup." : snapshots.table(context.output)
            }
            return .done
        }
        let schedule = try await context.bus().call(
            Backups.schedule, Backups.ScheduleRequest(includesSnapshots: true), context.options())
        try context.output.result(schedule) { text(schedule, context.output) }
        return .done
    }

    private func text(_ schedule: Backups.ScheduleResponse, _ output: Output) -> String {
        let next = schedule.nextAt.map {
            "The next is at \(schedule.time) in \(schedule.zone) "
                + "(\($0.prefix(10)) \(TimeText.time($0)) UTC)."
        }
        return [
            schedule.sentence(now: WallClock.milliseconds()), next,
            schedule.recipient.map { "Encrypted to \($0)." },
            schedule.problem,
            schedule.snapshots.flatMap { $0.isEmpty ? nil : $0.table(output) },
        ].compactMap(\.self).joined(separator: "\n")
    }
}

struct SetBackupFolderCommand: BusCommand {
    static let configuration = CommandConfiguration(
        name: "to", abstract: "Set the folder of daily backups, and write the first one.",
        discussion: .examples(
            "backups to /mnt/drive/dayline", "backups to /mnt/drive/dayline --at 02:30",
            "backups to /mnt/drive/dayline --recipient dayline-backup-…"))

    @Argument(help: "Existing folder, best on another drive.", completion: .directory)
    var folder: String

    @Option(
        help: ArgumentHelp(
            "Write backups at TIME of this machine's zone (default: 02:00).", valueName: "time"))
    var at: String?

    @Option(
        help: ArgumentHelp(
            "Encrypt a new folder to the public KEY, from dayline backups key.", valueName: "key"))
    var recipient: String?

    @OptionGroup var globals: GlobalOptions

    func run(_ context: CommandContext) async throws -> ExitStatus {
        let bus = try context.bus()
        let path = try Files.absolutePath(folder)
        let schedule = try await bus.call(
            Backups.configure,
            Backups.ConfigureRequest(folder: path, time: at, recipient: recipient),
            context.options())
        context.output.printNotice("Writing and verifying the first backup …")
        let snapshot = try await bus.call(
            Backups.run, Empty(), context.optionsWithoutDeadline())
        try context.output.result(snapshot) {
            snapshot.sentence(folder: schedule.folder ?? path)
                + " Backups are written every day at \(schedule.time) in \(schedule.zone)."
        }
        return .done
    }
}

struct RunBackupCommand: BusCommand {
    static let configuration = CommandConfiguration(
        name: "run", abstract: "Write and verify a backup now.",
        discussion: .examples("backups run", "backups run --json"))

    @OptionGroup var globals: GlobalOptions

    func run(_ context: CommandContext) async throws -> ExitStatus {
        let bus = try context.bus()
        let snapshot = try await bus.call(Backups.run, Empty(), context.optionsWithoutDeadline())
        let schedule = try await bus.call(
            Backups.schedule, Backups.ScheduleRequest(), context.options())
        try context.output.result(snapshot) {
            snapshot.sentence(folder: schedule.folder ?? "the folder")
        }
        return .done
    }
}

struct EndBackupsCommand: UnaryCommand {
    static let configuration = CommandConfiguration(
        name: "off", abstract: "End daily backups; the folder stays.",
        discussion: .examples("backups off", "backups off --quiet"))
    static let method = Backups.configure

    @OptionGroup var globals: GlobalOptions

    var request: Backups.ConfigureRequest { Backups.ConfigureRequest(isOff: true) }

    func text(_ response: Backups.ScheduleResponse, _ output: Output) -> String {
        "There are no daily backups any more."
    }
}

struct NewBackupKeyCommand: BusCommand {
    static let configuration = CommandConfiguration(
        name: "key", abstract: "Create a pair of keys for encrypted backups.",
        discussion: .examples(
            after: """
                The file has the secret key, without which encrypted backups cannot be restored: store \
                it away from this machine. The public key is printed.
                """, "backups key dayline-secret.key", "backups key /media/stick/dayline.key"))

    @Argument(help: "File to write the secret key to; it must not exist.", completion: .file())
    var file: String

    @OptionGroup var globals: GlobalOptions

    private struct Result: Encodable {
        var file: String
        var recipient: String
    }

    func run(_ context: CommandContext) async throws -> ExitStatus {
        let path = try Files.absolutePath(file)
        let key = try BackupSecretKey.create(at: path)
        try context.output.result(Result(file: path, recipient: key.recipient.text)) {
            """
            \(key.recipient.text)
            The secret key is in \(path). Encrypt backups with: dayline backups to DIR --recipient \
            \(key.recipient.text)
            """
        }
        return .done
    }
}

/// The options of a folder of backups that is read without the system.
struct BackupSource: ParsableArguments {
    @Option(
        help: ArgumentHelp("Read the backups in FOLDER.", valueName: "folder"),
        completion: .directory)
    var from: String?

    @Option(
        help: ArgumentHelp(
            "Open encrypted backups with the secret key in FILE.", valueName: "file"),
        completion: .file())
    var key: String?

    /// The folder; nil if none is named.
    func folder() throws -> BackupFolder? {
        guard let from else {
            guard key == nil else {
                throw UsageError(
                    "--key has no backup to open.",
                    hint: "Name a folder too: --from FOLDER, or a file for dayline restore.")
            }
            return nil
        }
        let path = try Files.absolutePath(from)
        return try BackupFolder(path, key: try secretKey().map { .secret($0) } ?? .absent)
    }

    /// The key of encrypted backups; nil if none is named.
    func secretKey() throws -> BackupSecretKey? { try key.map { try BackupSecretKey(file: $0) } }
}

extension Backups.Snapshot {
    fileprivate func sentence(folder: String) -> String {
        "The backup in \(folder) is verified: \(NumberText.bytes(bytes)), of which "
            + "\(NumberText.bytes(addedBytes)) are new, with "
            + "\(NumberText.count(samples, "sample")) of "
            + "\(NumberText.count(profiles.count, "profile")) and "
            + "\(NumberText.count(photos, "photo"))."
    }
}
