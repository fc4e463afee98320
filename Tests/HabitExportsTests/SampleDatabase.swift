import GRDBSQLite
import Glibc
import Testing

/// A database that a test makes, as a file that is removed with the value.
final class SampleDatabase {
    let path: String
    private var handle: OpaquePointer?

    init() throws {
        var template = Array("/tmp/dayline-habits-XXXXXX".utf8CString)
        let descriptor = mkstemp(&template)
        try #require(descriptor >= 0)
        close(descriptor)
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        try #require(sqlite3_open(path, &handle) == SQLITE_OK)
    }

    /// An existing database.
    init(at path: String) throws {
        self.path = path
        try #require(sqlite3_open(path, &handle) == SQLITE_OK)
    }

    deinit {
        sqlite3_close(handle)
        unlink(path)
    }

    func run(_ sql: String) throws {
        let message = "\(sql): \(String(cString: sqlite3_errmsg(handle)))"
        try #require(sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK, "\(message)")
    }

    /// The rows of a query as texts.
    func rows(_ sql: String) throws -> [[String?]] {
        var statement: OpaquePointer?
        try #require(sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK)
        defer { sqlite3_finalize(statement) }
        var rows: [[String?]] = []
        while sqlite3_step(statement) == SQLITE_ROW {
            rows.append(
                (0..<sqlite3_column_count(statement)).map { column in
                    sqlite3_column_text(statement, column).map { String(cString: $0) }
                })
        }
        return rows
    }
}
