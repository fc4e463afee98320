import Exports
import HostFiles
import RPC
import Synchronization
import Uploads

/// Writes all tables of a profile to files of the spool. The files are unlinked before they are sent, so that a
/// closed connection leaves no file. Files of a process that was killed while writing expire with the spool.
final class TableExports: Sendable {
    private static let timeout = Duration.seconds(6 * 3600)
    /// Time between two checks of the free space on the disk.
    private static let checkInterval = Duration.seconds(1)

    private let isRunning = Mutex(false)

    /// All tables as a SQLite database.
    func database(of profile: String, _ bus: Client, in spool: Spool) async throws -> OpenFile {
        try await write(profile, bus, spool) { folder in
            try SQLiteSink(path: Self.database(in: folder))
        } open: { folder in
            try OpenFile(Self.database(in: folder))
        }
    }

    private static func database(in folder: String) -> String { "\(folder)/tables.db" }

    /// A CSV file for each table.
    func files(
        of profile: String, _ bus: Client, in spool: Spool
    ) async throws -> [(name: String, file: OpenFile)] {
        try await write(profile, bus, spool) { folder in
            try CSVSink(folder: folder)
        } open: { folder in
            try ExportTable.all.map { table in
                let name = "\(table.name).csv"
                return (name: name, file: try OpenFile("\(folder)/\(name)"))
            }
        }
    }

    /// Writes the tables to a folder of their own, opens what was written, and removes the folder.
    /// - Throws: RESOURCE_EXHAUSTED while other tables are written, or if the disk is too full.
    private func write<Written: Sendable>(
        _ profile: String, _ bus: Client, _ spool: Spool,
        to sink: (_ folder: String) throws -> any ExportSink,
        open: (_ folder: String) throws -> Written
    ) async throws -> Written {
        try begin()
        defer { isRunning.withLock { $0 = false } }
        try spool.prepare()
        let random = String(UInt64.random(in: 0...(.max)), radix: 36)
        let folder = "\(spool.folder)/tables-\(random)"
        try Files.createPrivateFolder(folder)
        defer { Files.removeFolder(folder) }
        let space = DiskSpace(folder: folder, reserve: Spool.reserve)
        try space.check(for: 1)
        let export = ProfileExport(
            client: bus,
            options: CallOptions(deadline: .after(Self.timeout), profile: profile),
            from: nil, to: nil, sink: try sink(folder))
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { _ = try await export.run() }
            group.addTask {
                while true {
                    try await Task.sleep(for: Self.checkInterval)
                    try space.check(for: 1)
                }
            }
            try await group.next()
            group.cancelAll()
        }
        return try open(folder)
    }

    private func begin() throws(Status) {
        let isFirst = isRunning.withLock { isRunning in
            defer { isRunning = true }
            return !isRunning
        }
        guard isFirst else {
            throw Status(
                .resourceExhausted, "Other tables are being written for a download.",
                hint: "Try again when that download has begun.")
        }
    }
}
