import GRDB
import GRDBSQLite
import RPC

/// A prepared statement for many rows. Values are bound and read without GRDB's `DatabaseValue`, whose
/// cost exceeds that of the row itself.
struct BulkStatement: ~Copyable {
    /// Owns the handle. From the connection's statement cache.
    private let statement: Statement
    private let handle: SQLiteStatement

    init(_ db: Database, _ sql: String) throws {
        statement = try db.cachedStatement(sql: sql)
        handle = statement.sqliteStatement
        sqlite3_reset(handle)
    }

    deinit {
        sqlite3_reset(handle)
        sqlite3_clear_bindings(handle)
    }

    /// Runs a statement that returns no rows.
    borrowing func run<each Value: BulkValue>(_ value: repeat each Value) throws {
        try start(repeat each value)
        let code = sqlite3_step(handle)
        sqlite3_reset(handle)
        sqlite3_clear_bindings(handle)
        repeat withExtendedLifetime(each value) {}
        guard code == SQLITE_DONE else { throw error(code) }
    }

    /// Binds a value that stays bound between runs. Bytes have to outlive the runs.
    borrowing func bind(_ value: some BulkValue, at index: Int32) throws {
        let code = value.bind(to: handle, at: index)
        guard code == SQLITE_OK else { throw error(code) }
    }

    /// Runs a statement that returns no rows with the bound values and leaves them bound, so that a value
    /// shared by many rows is bound once.
    borrowing func runBound() throws {
        let code = sqlite3_step(handle)
        sqlite3_reset(handle)
        guard code == SQLITE_DONE else { throw error(code) }
    }

    /// Starts a statement that returns rows. Bound bytes have to outlive the statement.
    borrowing func start<each Value: BulkValue>(_ value: repeat each Value) throws {
        sqlite3_reset(handle)
        var index: Int32 = 0
        for value in repeat each value {
            index += 1
            let code = value.bind(to: handle, at: index)
            guard code == SQLITE_OK else { throw error(code) }
        }
    }

    /// Moves to the next row; false after the last.
    borrowing func next() throws -> Bool {
        switch sqlite3_step(handle) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        case let code: throw error(code)
        }
    }

    borrowing func int64(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }
    borrowing func int32(_ column: Int32) -> Int32 { sqlite3_column_int(handle, column) }
    borrowing func double(_ column: Int32) -> Double { sqlite3_column_double(handle, column) }

    borrowing func isNull(_ column: Int32) -> Bool {
        sqlite3_column_type(handle, column) == SQLITE_NULL
    }

    borrowing func isText(_ column: Int32) -> Bool {
        sqlite3_column_type(handle, column) == SQLITE_TEXT
    }

    /// The size of a text or a blob.
    borrowing func byteCount(_ column: Int32) -> Int {
        Int(sqlite3_column_bytes(handle, column))
    }

    borrowing func text(_ column: Int32) -> String {
        withText(column) { String(decoding: $0, as: UTF8.self) }
    }

    /// Calls `body` with the bytes of a text, which are valid until the statement moves.
    borrowing func withText<Value>(
        _ column: Int32, _ body: (UnsafeBufferPointer<UInt8>) throws -> Value
    ) rethrows -> Value {
        let start = sqlite3_column_text(handle, column)
        let count = Int(sqlite3_column_bytes(handle, column))
        return try body(UnsafeBufferPointer(start: start, count: count))
    }

    /// A copy of a text's bytes.
    borrowing func textBytes(_ column: Int32) -> Bytes {
        withText(column) { Bytes(copying: UnsafeRawBufferPointer($0)) }
    }

    /// Calls `body` with the bytes of a blob, which are valid until the statement moves.
    borrowing func withBytes<Value>(
        _ column: Int32, _ body: (UnsafeRawBufferPointer) throws -> Value
    ) rethrows -> Value {
        let start = sqlite3_column_blob(handle, column)
        let count = Int(sqlite3_column_bytes(handle, column))
        return try body(UnsafeRawBufferPointer(start: start, count: count))
    }

    /// A copy of a blob.
    borrowing func bytes(_ column: Int32) -> Bytes {
        withBytes(column) { Bytes(copying: $0) }
    }

    borrowing func append(_ column: Int32, to hasher: inout RowHasher) {
        hasher.append(column, of: handle)
    }

    private borrowing func error(_ code: Int32) -> DatabaseError {
        let message = sqlite3_db_handle(handle).flatMap { sqlite3_errmsg($0) }
        return DatabaseError(
            resultCode: ResultCode(rawValue: code), message: message.map { String(cString: $0) },
            sql: statement.sql)
    }
}
