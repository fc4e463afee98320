import GRDBSQLite

/// A SQLite database that is read through an open descriptor, in bounded memory.
///
/// The database is read as it is: neither a journal nor a write-ahead log beside it is opened, and no
/// lock is acquired. The file is untrusted: views and virtual tables are not read.
package final class SQLiteFile {
    private var handle: OpaquePointer?
    /// The columns of each table. Names are in lower case.
    package private(set) var tables: [String: Set<String>] = [:]

    /// Bytes of memory that SQLite may use in a process that reads files of others.
    package static let memoryLimit: Int64 = 24 << 20

    /// Limits the memory of SQLite in this process to ``memoryLimit``.
    package static func limitMemory() {
        _ = sqlite3_hard_heap_limit64(memoryLimit)
    }

    /// The greatest size of a text or blob in bytes; a row with a longer one is damage.
    private static let valueLimit: Int32 = 4 << 20

    /// Opens the database of a file. `descriptor` has to stay open as long as the database.
    ///
    /// - Throws: A ``SQLiteFileError`` if the file is not a database, or its schema is damaged.
    package init(descriptor: Int32) throws(SQLiteFileError) {
        guard DescriptorFileSystem.isRegistered else {
            throw SQLiteFileError(reason: "SQLite has no memory")
        }
        let flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_PRIVATECACHE
        guard
            sqlite3_open_v2("\(descriptor)", &handle, flags, DescriptorFileSystem.name) == SQLITE_OK
        else { throw error }
        sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, Self.valueLimit)
        sqlite3_limit(handle, SQLITE_LIMIT_ATTACHED, 0)
        // Without the flag writable_schema SQLite rejects a file that is shorter than its header states.
        let isReady = sqlite3_exec(
            handle,
            """
            PRAGMA writable_schema = ON; PRAGMA trusted_schema = OFF; PRAGMA temp_store = MEMORY;
            PRAGMA cell_size_check = ON; PRAGMA cache_size = -4096; PRAGMA mmap_size = 0;
            """,
            nil, nil, nil)
        guard isReady == SQLITE_OK else { throw error }
        do {
            try readTables()
        } catch {
            throw error as? SQLiteFileError ?? SQLiteFileError(reason: "\(error)")
        }
    }

    deinit { sqlite3_close_v2(handle) }

    fileprivate var error: SQLiteFileError {
        SQLiteFileError(reason: String(cString: sqlite3_errmsg(handle)))
    }

    /// The number that programs store for the version of their schema.
    package func userVersion() throws -> Int64 {
        var version: Int64 = 0
        try forEachRow("PRAGMA user_version") { version = $0.integer(0) ?? 0 }
        return version
    }

    /// A virtual table has no root page.
    private func readTables() throws {
        try forEachRow(
            """
            SELECT lower(t.name), lower(c.name) FROM sqlite_schema AS t, pragma_table_xinfo(t.name) AS c
            WHERE t.type = 'table' AND t.rootpage > 0
            """
        ) { row in
            guard let table = row.text(0), let column = row.text(1) else { return }
            tables[table, default: []].insert(column)
        }
    }

    /// Calls `body` with each row of a query. `parameters` are the values of its `?`, in order. The
    /// query has no part of the file's texts.
    ///
    /// - Throws: A ``SQLiteFileError`` where the file is damaged, after the rows before the damage, and
    ///   the errors of `body`.
    package func forEachRow(
        _ sql: String, _ parameters: [Int64] = [], _ body: (Row) throws -> Void
    ) throws {
        var statement: OpaquePointer?
        guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK else { throw error }
        defer { sqlite3_finalize(statement) }
        for (index, value) in parameters.enumerated() {
            sqlite3_bind_int64(statement, Int32(index + 1), value)
        }
        while true {
            switch sqlite3_step(statement) {
            case SQLITE_ROW: try body(Row(statement: statement))
            case SQLITE_DONE: return
            default: throw error
            }
        }
    }

    /// The current row of a query, valid during the call that it is passed to.
    package struct Row {
        fileprivate let statement: OpaquePointer?

        /// The integer of a column; nil for NULL, a text that is not a number, and a number that is not
        /// an integer.
        package func integer(_ column: Int32) -> Int64? {
            switch sqlite3_column_type(statement, column) {
            case SQLITE_INTEGER: sqlite3_column_int64(statement, column)
            case SQLITE_FLOAT: Int64(exactly: sqlite3_column_double(statement, column))
            case SQLITE_TEXT: text(column).flatMap { Int64($0) }
            default: nil
            }
        }

        /// The number of a column; nil for NULL and a text that is not a number.
        package func number(_ column: Int32) -> Double? {
            switch sqlite3_column_type(statement, column) {
            case SQLITE_INTEGER, SQLITE_FLOAT: sqlite3_column_double(statement, column)
            case SQLITE_TEXT: text(column).flatMap { Double($0) }
            default: nil
            }
        }

        /// The text of a column; nil for NULL, an empty text and a blob. Invalid UTF-8 is replaced.
        package func text(_ column: Int32) -> String? {
            guard sqlite3_column_type(statement, column) != SQLITE_BLOB,
                let bytes = sqlite3_column_text(statement, column)
            else { return nil }
            let count = Int(sqlite3_column_bytes(statement, column))
            guard count > 0 else { return nil }
            return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
        }

        /// The first ``hexadecimalLimit`` bytes of a blob as hexadecimal digits; nil for other values.
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

        private static let hexadecimalLimit = 64
    }
}

/// The damage of a database.
package struct SQLiteFileError: Error, Hashable, Sendable {
    /// A phrase without a full stop, as SQLite reports it.
    package let reason: String
}
