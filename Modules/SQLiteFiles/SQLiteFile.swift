import CSQLiteFile
import GRDBSQLite

/// A database of SQLite in an open file, for reading only.
package final class SQLiteFile {
    private let handle: OpaquePointer
    /// The names of the columns by table, without views and virtual tables.
    package let tables: [String: Set<String>]

    /// Bytes of memory that SQLite may use in a process that reads files of others.
    package static let memoryLimit: Int64 = 24 << 20

    /// Opens the database of a file. `descriptor` has to stay open as long as the database.
    /// - Throws: A `SQLiteProblem` if the file is not a database, or its schema is damaged.
    package init(descriptor: Int32) throws(SQLiteProblem) {
        var handle: OpaquePointer?
        let code = dayline_sqlite_open(descriptor, &handle)
        guard code == SQLITE_OK, let handle else {
            throw SQLiteProblem(String(cString: sqlite3_errstr(code)))
        }
        do throws(SQLiteProblem) {
            tables = try Self.tables(of: handle)
        } catch {
            sqlite3_close_v2(handle)
            throw error
        }
        self.handle = handle
    }

    deinit {
        sqlite3_close_v2(handle)
    }

    /// Limits the memory of SQLite in this process to ``memoryLimit``.
    package static func limitMemory() {
        _ = sqlite3_hard_heap_limit64(memoryLimit)
    }

    /// The number that the program that wrote the database set with `PRAGMA user_version`.
    package var userVersion: Int {
        var version = 0
        // A database without a readable header has no tables either.
        try? rows("PRAGMA user_version") { row in version = Int(row.integer(0) ?? 0) }
        return version
    }

    /// Calls `body` with each row of a query. `parameters` are the values of its `?`, in order.
    /// - Throws: A `SQLiteProblem` where the database is damaged, and the errors of `body`.
    package func rows(
        _ query: String, _ parameters: [Int64] = [], _ body: (SQLiteRow) throws -> Void
    ) throws {
        try Self.rows(handle, query, parameters, body)
    }

    private static func rows(
        _ handle: OpaquePointer, _ query: String, _ parameters: [Int64],
        _ body: (SQLiteRow) throws -> Void
    ) throws {
        var statement: OpaquePointer?
        guard sqlite3_prepare_v2(handle, query, -1, &statement, nil) == SQLITE_OK, let statement
        else { throw problem(of: handle) }
        defer { sqlite3_finalize(statement) }
        for (index, value) in parameters.enumerated() {
            sqlite3_bind_int64(statement, Int32(index + 1), value)
        }
        while true {
            switch sqlite3_step(statement) {
            case SQLITE_ROW: try body(SQLiteRow(statement: statement))
            case SQLITE_DONE: return
            default: throw problem(of: handle)
            }
        }
    }

    private static func problem(of handle: OpaquePointer) -> SQLiteProblem {
        SQLiteProblem(String(cString: sqlite3_errmsg(handle)))
    }

    private static func tables(
        of handle: OpaquePointer
    ) throws(SQLiteProblem) -> [String: Set<String>] {
        var tables: [String: Set<String>] = [:]
        do {
            // A virtual table has no root page.
            try rows(
                handle,
                "SELECT m.name, c.name FROM sqlite_schema AS m, pragma_table_xinfo(m.name) AS c "
                    + "WHERE m.type = 'table' AND m.rootpage > 0", []
            ) { row in
                if let table = row.text(0), let column = row.text(1) {
                    tables[table, default: []].insert(column)
                }
            }
        } catch {
            throw error as? SQLiteProblem ?? SQLiteProblem("\(error)")
        }
        return tables
    }
}

/// Damage of a database, or a file that is not one.
package struct SQLiteProblem: Error, Hashable {
    /// SQLite's phrase, such as `database disk image is malformed`.
    package let reason: String

    init(_ reason: String) {
        self.reason = reason
    }
}

/// The current row of a query, valid during the call that it is passed to.
package struct SQLiteRow {
    fileprivate let statement: OpaquePointer

    /// An integer, or a real number that is one; nil for other values.
    package func integer(_ column: Int32) -> Int64? {
        switch sqlite3_column_type(statement, column) {
        case SQLITE_INTEGER: sqlite3_column_int64(statement, column)
        case SQLITE_FLOAT: Int64(exactly: sqlite3_column_double(statement, column))
        default: nil
        }
    }

    /// A number; nil for other values.
    package func number(_ column: Int32) -> Double? {
        switch sqlite3_column_type(statement, column) {
        case SQLITE_INTEGER, SQLITE_FLOAT: sqlite3_column_double(statement, column)
        default: nil
        }
    }

    /// A text that is not empty; nil for other values. Invalid UTF-8 is replaced by U+FFFD.
    package func text(_ column: Int32) -> String? {
        guard sqlite3_column_type(statement, column) == SQLITE_TEXT,
            let text = sqlite3_column_text(statement, column)
        else { return nil }
        let count = Int(sqlite3_column_bytes(statement, column))
        guard count > 0 else { return nil }
        return String(decoding: UnsafeBufferPointer(start: text, count: count), as: UTF8.self)
    }

    /// The bytes of a blob as hexadecimal digits; nil for other values.
    package func hexadecimal(_ column: Int32) -> String? {
        guard sqlite3_column_type(statement, column) == SQLITE_BLOB,
            let bytes = sqlite3_column_blob(statement, column)
        else { return nil }
        let count = min(Int(sqlite3_column_bytes(statement, column)), Self.hexadecimalLimit)
        return UnsafeRawBufferPointer(start: bytes, count: count).map { byte in
            let digits = String(byte, radix: 16)
            return digits.count == 1 ? "0" + digits : digits
        }.joined()
    }

    /// Bytes of a blob as hexadecimal digits.
    private static let hexadecimalLimit = 64
}
