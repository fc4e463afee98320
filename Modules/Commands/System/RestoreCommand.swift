import ArgumentParser
import Contracts
import Glibc
import HostFiles
import RPC

struct RestoreCommand: BusCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore", abstract: "Put a backup in the place of what there is.",
        discussion: "What there is stays beside it, in the same folder.")

    @Argument(help: "A file that dayline backup wrote.", completion: .file())
    var file: String

    @OptionGroup var globals: GlobalOptions

    func run(_ session: CommandContext) async throws -> ExitStatus {
        let path = try Files.absolutePath(file)
        let home = session.home
        guard Files.canonicalPath(path) != nil else {
            throw Status(
                .notFound, "There is no file \(path).",
                hint: "A backup is written with: dayline backup FILE")
        }
        let head = TrackerDocumentTransfer.head(of: path)
        guard head.starts(with: Self.signature) else {
            throw Status(
                .failedPrecondition, "\(path) is no backup of Dayline.",
                hint: "Nothing was changed. Name a file that dayline backup wrote.")
        }
        let summary = try await examined(path, session)
        if summary == nil { try Self.checkLength(of: path, head) }
        try Files.copyPrivate(path, to: home.pendingRestoration)
        let before = Set(replacedDatabases(home))
        let isRunning = try await restartStorage(session)
        let aside = replacedDatabases(home).first { !before.contains($0) }
        guard aside != nil || !isRunning else {
            throw Status(
                .failedPrecondition, "Storage did not take \(path).",
                hint: "See why with: dayline logs storage")
        }
        let restored = RestoreReport(
            file: path, kept: aside.map { "\(home.folder)/\($0)" }, summary: summary)
        try session.output.result(restored) {
            restored.kept.map { "\(path) is restored. What there was is in \($0)" }
                ?? "\(path) is checked. It replaces the present data at the next start, with: dayline up"
        }
        return .done
    }

    /// How a database of SQLite begins, which a backup is.
    private static let signature = Array("SQLite format 3\u{0}".utf8)

    /// The bytes that a number of SQLite's head has, the greatest first.
    private static func number(_ bytes: ArraySlice<UInt8>) -> Int64 {
        bytes.reduce(0) { $0 << 8 | Int64($1) }
    }

    /// Storage looks into a file; while it cannot be asked, a part of one is still known by its length,
    /// which the head has: the size of a page, and how many there are.
    private static func checkLength(of path: String, _ head: [UInt8]) throws(Status) {
        var status = stat()
        guard head.count >= 100, stat(path, &status) == 0 else {
            throw Status(.dataLoss, "\(path) is cut short.", hint: "Nothing was changed.")
        }
        let page = number(head[16..<18])
        let length = (page == 1 ? 65_536 : page) * number(head[28..<32])
        guard Int64(status.st_size) == length else {
            throw Status(
                .dataLoss,
                "\(path) is no whole backup: it has \(status.st_size) bytes of \(length).",
                hint: "Nothing was changed. Name a file that dayline backup wrote.")
        }
    }

    private func replacedDatabases(_ home: Home) -> [String] {
        Files.names(in: home.folder).filter {
            $0.hasPrefix("dayline.sqlite.kept-") && !$0.hasSuffix("-wal") && !$0.hasSuffix("-shm")
        }
    }

    /// - Returns: Whether the system runs.
    private func restartStorage(_ session: CommandContext) async throws -> Bool {
        do {
            _ = try await session.supervisor().call(
                Control.restart, Control.WorkerRequest(worker: "storage"),
                session.options(timeout: .seconds(120)))
            return true
        } catch {
            let status = Status(describing: error)
            guard status.code == .unavailable else { throw status }
            return false
        }
    }

    /// What is in the file, as storage sees it; nil when storage cannot be asked, and looks at it when
    /// it starts.
    private func examined(
        _ path: String, _ session: CommandContext
    ) async throws -> Backups.BackupResponse? {
        do {
            return try await session.bus().call(
                Backups.examine, Backups.BackupRequest(path: path), session.optionsWithoutDeadline()
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
    /// Where the database that there was is now.
    var kept: String?
    var summary: Backups.BackupResponse?
}
