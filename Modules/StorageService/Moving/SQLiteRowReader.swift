import GRDB
import GRDBSQLite
import RPC
import StorageCore

/// Reads the rows of a ``MovedTable`` in pages, between which its user may wait.
///
/// The reader has a connection of its own, since a connection of GRDB is bound to its queue. Used by one
/// task at a time.
final class SQLiteRowReader {
    /// A page ends with the row with which it reaches one of the limits.
    private static let pageRows = 2000
    private static let pageBytes = 2 << 20

    private let table: MovedTable
    private var connection: SQLiteConnection?
    private var statement: SQLiteStatement?
    /// A further step after the last row would begin again.
    private var hasEnded = false

    /// - Parameters:
    ///   - table: The table, which gives the types of the columns.
    ///   - sql: A query with the columns of the table; `?1` is the profile.
    ///   - profile: The identifier of the profile.
    ///   - path: The database file.
    /// - Throws: `DatabaseError`.
    init(_ table: MovedTable, _ sql: String, of profile: Int64, in path: String) throws {
        self.table = table
        var code = sqlite3_open_v2(
            path, &connection, SQLITE_OPEN_READONLY | SQLITE_OPEN_FULLMUTEX, nil)
        if code == SQLITE_OK { code = sqlite3_prepare_v2(connection, sql, -1, &statement, nil) }
        if code == SQLITE_OK { code = sqlite3_bind_int64(statement, 1, profile) }
        guard code == SQLITE_OK else {
            let failure = error(code)
            close()
            throw failure
        }
    }

    deinit { close() }

    private func close() {
        sqlite3_finalize(statement)
        sqlite3_close(connection)
        (statement, connection) = (nil, nil)
    }

    /// The next rows; empty after the last.
    func next() throws -> [MovedRow] {
        var rows: [MovedRow] = []
        var bytes = 0
        while !hasEnded, rows.count < Self.pageRows, bytes < Self.pageBytes {
            let code = sqlite3_step(statement)
            if code == SQLITE_DONE {
                hasEnded = true
                break
            }
            guard code == SQLITE_ROW else { throw error(code) }
            var row: MovedRow = []
            row.reserveCapacity(table.columns.count)
            for (index, column) in table.columns.enumerated() {
                row.append(value(Int32(clamping: index), column.kind, &bytes))
            }
            rows.append(row)
        }
        return rows
    }

    private func value(_ column: Int32, _ kind: MovedTable.Kind, _ bytes: inout Int) -> MovedValue {
        let type = sqlite3_column_type(statement, column)
        guard type != SQLITE_NULL else { return .null }
        switch kind {
        case .integer, .flag, .number: return .integer(sqlite3_column_int64(statement, column))
        case .real: return .real(sqlite3_column_double(statement, column))
        case .text where type == SQLITE_BLOB:
            // The identifier of an entry.
            let start = sqlite3_column_blob(statement, column)
            let count = Int(sqlite3_column_bytes(statement, column))
            return EntryKey.withText(of: UnsafeRawBufferPointer(start: start, count: count)) {
                .text(String(decoding: $0, as: UTF8.self))
            }
        case .text:
            let start = sqlite3_column_text(statement, column)
            let count = Int(sqlite3_column_bytes(statement, column))
            bytes += count
            return .text(
                String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self))
        case .bytes:
            let start = sqlite3_column_blob(statement, column)
            let count = Int(sqlite3_column_bytes(statement, column))
            bytes += count
            return .bytes(Bytes(copying: UnsafeRawBufferPointer(start: start, count: count)))
        }
    }

    private func error(_ code: Int32) -> DatabaseError {
        let message = sqlite3_errmsg(connection).map { String(cString: $0) }
        return DatabaseError(resultCode: ResultCode(rawValue: code), message: message)
    }
}
