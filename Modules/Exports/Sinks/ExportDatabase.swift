import GRDBSQLite
import Glibc
import HostFiles
import RPC

/// A new SQLite database that is filled in one transaction, without a journal, and replaces its
/// destination when it is complete.
final class ExportDatabase {
    private var handle: OpaquePointer?
    private let path: String
    private let temporary: String

    /// `version` is the version of the schema that the file states.
    /// - Throws: A `Status` if the file cannot be written.
    init(replacing path: String, version: Int) throws {
        guard path != "-", !Files.isStream(path) else {
            throw Status(
                .invalidArgument, "A database cannot be written to \(path), which is a stream.",
                hint: "Give a file: dayline export --sqlite days.db")
        }
        self.path = Files.resolvingLinks(path)
        let (temporary, descriptor) = try Files.createTemporary(beside: self.path)
        Glibc.close(descriptor)
        self.temporary = temporary
        do {
            guard sqlite3_open_v2(temporary, &handle, SQLITE_OPEN_READWRITE, nil) == SQLITE_OK
            else { throw failure }
            try run("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA page_size = 4096;")
            try run("PRAGMA user_version = \(version); BEGIN;")
        } catch {
            discard()
            throw error
        }
    }

    /// Removes the incomplete file.
    func discard() { unlink(temporary) }

    deinit { sqlite3_close_v2(handle) }

    func run(_ sql: String) throws {
        guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else { throw failure }
    }

    /// A statement that inserts a row of `count` values.
    func statement(inserting count: Int, into table: String) throws -> Statement {
        let places = repeatElement("?", count: count).joined(separator: ",")
        var statement: OpaquePointer?
        let sql = "INSERT INTO \(table) VALUES (\(places))"
        guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK else {
            throw failure
        }
        return Statement(statement, of: self)
    }

    /// Commits, closes and replaces the destination. Statements are finalized before.
    func close() throws {
        try run("COMMIT;")
        guard sqlite3_close(handle) == SQLITE_OK else { throw failure }
        handle = nil
        let descriptor = open(temporary, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw OutputFile.unwritable(path) }
        defer { Glibc.close(descriptor) }
        guard fsync(descriptor) == 0, rename(temporary, path) == 0 else {
            throw OutputFile.unwritable(path)
        }
        try Files.syncFolder(of: path)
    }

    fileprivate var failure: Status {
        Status(
            .failedPrecondition,
            "The database \(path) cannot be written: \(String(cString: sqlite3_errmsg(handle))).",
            hint: "Free some space on the disk, or choose another folder.")
    }

    /// A prepared statement.
    final class Statement {
        /// SQLITE_TRANSIENT, a macro with a cast that Swift does not import.
        private static let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

        private var handle: OpaquePointer?
        private let database: ExportDatabase

        fileprivate init(_ handle: OpaquePointer?, of database: ExportDatabase) {
            self.handle = handle
            self.database = database
        }

        deinit { finalize() }

        func finalize() {
            sqlite3_finalize(handle)
            handle = nil
        }

        func run(_ row: [ExportValue]) throws {
            for (index, value) in row.enumerated() { bind(value, at: Int32(index + 1)) }
            guard sqlite3_step(handle) == SQLITE_DONE else { throw database.failure }
            sqlite3_reset(handle)
        }

        private func bind(_ value: ExportValue, at index: Int32) {
            switch value {
            case .null: sqlite3_bind_null(handle, index)
            case .flag(let flag): sqlite3_bind_int(handle, index, flag ? 1 : 0)
            case .integer(let number), .instant(let number):
                sqlite3_bind_int64(handle, index, number)
            case .number(let number): sqlite3_bind_double(handle, index, number)
            case .text(let text):
                sqlite3_bind_text(
                    handle, index, text, Int32(clamping: text.utf8.count), Self.copied)
            }
        }
    }
}
