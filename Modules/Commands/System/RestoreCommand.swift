import ArgumentParser
import Contracts
import Glibc
import HostFiles
import RPC

struct RestoreCommand: BusCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore", abstract: "Replace the database with a backup.",
        discussion: "The replaced database is kept in the same folder.")

    @Argument(help: "File that dayline backup wrote.", completion: .file())
    var file: String

    @OptionGroup var globals: GlobalOptions

    func run(_ context: CommandContext) async throws -> ExitStatus {
        let path = try Files.absolutePath(file)
        let home = context.home
        guard Files.canonicalPath(path) != nil else {
            throw Status(
                .notFound, "There is no file \(path).",
                hint: "Write a backup with: dayline backup FILE")
        }
        let head = TrackerDocumentTransfer.head(of: path)
        guard head.starts(with: Self.signature) else {
            throw Status(
                .failedPrecondition, "\(path) is not a backup of Dayline.",
                hint: "Nothing was changed. Name a file that dayline backup wrote.")
        }
        let summary = try await examined(path, context)
        if summary == nil { try Self.checkLength(of: path, head) }
        try Files.copyPrivate(path, to: home.pendingRestoration)
        let before = Set(replacedDatabases(home))
        let isRunning = try await restartStorage(context)
        let aside = replacedDatabases(home).first { !before.contains($0) }
        guard aside != nil || !isRunning else {
            throw Status(
                .failedPrecondition, "Storage did not restore \(path).",
                hint: "See why with: dayline logs storage")
        }
        let restored = RestoreReport(
            file: path, kept: aside.map { "\(home.folder)/\($0)" }, summary: summary)
        try context.output.result(restored) {
            restored.kept.map { "\(path) is restored. The replaced database is \($0)" }
                ?? "\(path) is valid. It replaces the database at the next start, with: dayline up"
        }
        return .done
    }

    /// The signature of an SQLite database.
    private static let signature = Array("SQLite format 3\u{0}".utf8)

    /// A big-endian number of the SQLite header.
    private static func number(_ bytes: ArraySlice<UInt8>) -> Int64 {
        bytes.reduce(0) { $0 << 8 | Int64($1) }
    }

    /// Checks the file's length against the page size and the page count of its header. Used if
    /// storage is not available to examine the file.
    /// - Throws: DATA_LOSS for an incomplete file.
    private static func checkLength(of path: String, _ head: [UInt8]) throws(Status) {
        var status = stat()
        guard head.count >= 100, stat(path, &status) == 0 else {
            throw Status(.dataLoss, "\(path) is truncated.", hint: "Nothing was changed.")
        }
        let page = number(head[16..<18])
        let length = (page == 1 ? 65_536 : page) * number(head[28..<32])
        guard Int64(status.st_size) == length else {
            throw Status(
                .dataLoss,
                "\(path) is incomplete: it has \(status.st_size) of \(length) bytes.",
                hint: "Nothing was changed. Name a file that dayline backup wrote.")
        }
    }

    private func replacedDatabases(_ home: Home) -> [String] {
        Files.names(in: home.folder).filter {
            $0.hasPrefix("dayline.sqlite.kept-") && !$0.hasSuffix("-wal") && !$0.hasSuffix("-shm")
        }
    }

    /// Restarts storage.
    /// - Returns: True if the system runs.
    private func restartStorage(_ context: CommandContext) async throws -> Bool {
        do {
            _ = try await context.supervisor().call(
                Control.restart, Control.WorkerRequest(worker: "storage"),
                context.options(timeout: .seconds(120)))
            return true
        } catch {
            let status = Status(describing: error)
            guard status.code == .unavailable else { throw status }
            return false
        }
    }

    /// The backup's summary; nil if storage is not available, which then examines the file at its
    /// start.
    private func examined(
        _ path: String, _ context: CommandContext
    ) async throws -> Backups.BackupResponse? {
        do {
            return try await context.bus().call(
                Backups.examine, Backups.BackupRequest(path: path), context.optionsWithoutDeadline()
            )
        } catch {
            let status = Status(describing: error)
            guard status.code == .unavailable else { throw status }
            return nil
        }
    }
}

private struct RestoreReport: Encodable {
    var file: String
    /// The path of the replaced database; nil if storage replaces the database at its next start.
    var kept: String?
    var summary: Backups.BackupResponse?
}
