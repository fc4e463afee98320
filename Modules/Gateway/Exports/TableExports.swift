import Exports
import HostFiles
import RPC
import Synchronization
import Uploads

/// Writes all tables of a profile to files of the spool. The files have no name any more when they are sent, so
/// that none is left by a browser that has gone. A profile has one export at a time, from the start of the
/// writing until the writing is cancelled or its files are closed: when the last byte was sent, or the
/// connection has ended.
final class TableExports: Sendable {
    private static let timeout = Duration.seconds(6 * 3600)
    /// Time between two checks of the free space on the disk.
    private static let checkInterval = Duration.seconds(1)

    private static let prefix = "tables-"

    private struct State {
        var isWriting = false
        /// The profiles with tables that are written or sent.
        var profiles: Set<String> = []
    }

    private let state = Mutex(State())

    /// Removes the files of a process that was killed while it wrote. No other process may be writing.
    static func removeIncomplete(in spool: Spool) {
        for name in Files.names(in: spool.folder) where name.hasPrefix(prefix) {
            Files.removeFolder("\(spool.folder)/\(name)")
        }
    }

    /// All tables as a SQLite database.
    func database(of profile: String, _ bus: Client, in spool: Spool) async throws -> ExportedFile {
        try await write(profile, bus, spool) { folder in
            try SQLiteSink(path: Self.database(in: folder))
        } open: { folder, slot in
            try ExportedFile(Self.database(in: folder), of: slot)
        }
    }

    private static func database(in folder: String) -> String { "\(folder)/tables.db" }

    /// A CSV file for each table.
    func files(
        of profile: String, _ bus: Client, in spool: Spool
    ) async throws -> [(name: String, file: ExportedFile)] {
        try await write(profile, bus, spool) { folder in
            try CSVSink(folder: folder)
        } open: { folder, slot in
            try ExportTable.all.map { table in
                let name = "\(table.name).csv"
                return (name: name, file: try ExportedFile("\(folder)/\(name)", of: slot))
            }
        }
    }

    /// Writes the tables to a folder of their own, opens what was written, and removes the folder.
    /// - Throws: RESOURCE_EXHAUSTED while other tables are written, or tables of the profile are sent, or if
    ///   the disk is too full.
    private func write<Written: Sendable>(
        _ profile: String, _ bus: Client, _ spool: Spool,
        to sink: (_ folder: String) throws -> any ExportSink,
        open: (_ folder: String, _ slot: TableExportSlot) throws -> Written
    ) async throws -> Written {
        let slot = try begin(profile)
        defer { state.withLock { $0.isWriting = false } }
        try spool.prepare()
        let random = String(UInt64.random(in: 0...(.max)), radix: 36)
        let folder = "\(spool.folder)/\(Self.prefix)\(random)"
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
        return try open(folder, slot)
    }

    private func begin(_ profile: String) throws(Status) -> TableExportSlot {
        try state.withLock { state throws(Status) in
            guard !state.profiles.contains(profile) else {
                throw Status(
                    .resourceExhausted, "Another download of the profile's tables is running.",
                    hint: "Try again when that download has ended.")
            }
            guard !state.isWriting else {
                throw Status(
                    .resourceExhausted, "Other tables are being written for a download.",
                    hint: "Try again when that download has begun.")
            }
            state.isWriting = true
            state.profiles.insert(profile)
        }
        return TableExportSlot { [self] in
            state.withLock { _ = $0.profiles.remove(profile) }
        }
    }
}
