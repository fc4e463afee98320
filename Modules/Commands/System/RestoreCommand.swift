import ArgumentParser
import BackupFolders
import CivilTime
import Contracts
import Glibc
import HostFiles
import RPC
import Supervision

struct RestoreCommand: BusCommand {
    static let configuration = CommandConfiguration(
        name: "restore", abstract: "Replace the database with a backup.",
        discussion: .examples(
            after: "The replaced database is kept in the same folder.",
            "restore dayline-backup.zip", "restore dayline-backup.zip --home ./restored",
            "restore dayline.backup --key dayline-secret.key",
            "restore --from /mnt/drive/dayline --on 2026-11-20",
            "restore --from /mnt/drive/dayline --key dayline-secret.key"))

    @Argument(help: "File that dayline backup wrote.", completion: .file())
    var file: String?

    @OptionGroup var source: BackupSource

    @Option(
        help: ArgumentHelp(
            "Restore the last backup with the data of DATE in UTC (default: the newest).",
            valueName: "date"))
    var on: CivilDate?

    @OptionGroup var globals: GlobalOptions

    func run(_ context: CommandContext) async throws -> ExitStatus {
        try context.requireLocal("dayline restore")
        guard let file else {
            guard let folder = try source.folder() else {
                throw UsageError(
                    "There is nothing to restore.",
                    hint: "Name a file, or a folder of backups: --from FOLDER")
            }
            return try await restore(folder, context)
        }
        guard source.from == nil else {
            throw UsageError(
                "A file and --from are two backups.", hint: "Name one of them.")
        }
        guard on == nil else {
            throw UsageError(
                "--on is for the backups of a folder.", hint: "Name the folder too: --from FOLDER")
        }
        try requireReplaceable(context.home)
        let path = try Files.absolutePath(file)
        guard let key = try source.secretKey() else {
            try EncryptedFile.requirePlain(path, named: path)
            return try await restore(path, from: path, named: path, context)
        }
        return try await restore(path, with: key, context)
    }

    /// Checks the home before a file is written to it.
    private func requireReplaceable(_ home: Home) throws {
        try PendingRestore.requireReplaceable(home, try SupervisorSettings.read(home).database)
    }

    /// Decrypts a file into the home, and restores the database from there.
    private func restore(
        _ path: String, with key: BackupSecretKey, _ context: CommandContext
    ) async throws -> ExitStatus {
        let copy = try temporaryDatabase(context.home)
        defer { removeTemporary(copy) }
        try EncryptedFile.decrypt(path, to: copy, with: key)
        return try await restore(copy, from: path, named: path, context)
    }

    /// The path of a new file in the home, which is created if it does not exist. A start of storage removes a
    /// file that a killed command has left.
    private func temporaryDatabase(_ home: Home) throws -> String {
        let folder = Home.backupCopies(ofDatabase: home.database)
        try Files.createPrivateFolder(folder)
        return "\(folder)/restore-\(getpid()).sqlite"
    }

    private func removeTemporary(_ path: String) {
        unlink(path)
        rmdir(Files.folder(of: path))
    }

    /// Writes the files of a snapshot into the home, and restores the database from there. Here and not in a
    /// worker: the system may be stopped, and only this command has the secret key.
    private func restore(
        _ folder: BackupFolder, _ context: CommandContext
    ) async throws -> ExitStatus {
        try requireReplaceable(context.home)
        let name = try snapshot(of: folder)
        let list = try folder.files(of: name)
        let database = try temporaryDatabase(context.home)
        defer { removeTemporary(database) }
        try folder.extract(try list.database, to: database)
        try folder.extractPhotos(of: list, to: context.home.photos)
        return try await restore(
            database, from: folder.path,
            named: "The backup of \(name.instant) in \(folder.path)", context)
    }

    /// The newest snapshot, or that of the day.
    private func snapshot(of folder: BackupFolder) throws -> BackupSnapshotName {
        let all = folder.verifiedSnapshots
        guard !all.isEmpty else {
            throw Status(
                .notFound, "\(folder.path) has no verified backup.",
                hint: "Write one with: dayline backups run")
        }
        guard let on else { return all[0] }
        guard let name = all.first(where: { $0.instant.hasPrefix("\(on)") }) else {
            throw Status(
                .notFound, "\(folder.path) has no backup with the data of \(on).",
                hint: "See the days with: dayline backups --from \(folder.path)")
        }
        return name
    }

    /// Replaces the database with the file at `path`, which can be a temporary copy of `backup`. `name` is the
    /// subject of a sentence about the backup.
    private func restore(
        _ path: String, from backup: String, named name: String, _ context: CommandContext
    ) async throws -> ExitStatus {
        var restored = try await restored(path, context)
        restored.file = backup
        restored.summary?.path = backup
        try context.output.result(restored) {
            restored.kept.map { "\(name) is restored. The replaced database is \($0)" }
                ?? "\(name) is valid. It replaces the database at the next start, with: dayline up"
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
