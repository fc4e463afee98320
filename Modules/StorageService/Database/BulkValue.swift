import GRDB
import GRDBSQLite
import RPC

/// A value that can be bound to a ``BulkStatement``.
protocol BulkValue {
    /// Binds the value; bytes are not copied.
    /// - Returns: SQLite's result code.
    func bind(to statement: SQLiteStatement, at index: Int32) -> Int32
}

/// SQLITE_TRANSIENT, a macro with a cast that Swift does not import.
let copiedBySQLite = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

extension Int64: BulkValue {
    func bind(to statement: SQLiteStatement, at index: Int32) -> Int32 {
        sqlite3_bind_int64(statement, index, self)
    }
}

extension Int32: BulkValue {
    func bind(to statement: SQLiteStatement, at index: Int32) -> Int32 {
        sqlite3_bind_int(statement, index, self)
    }
}

extension Double: BulkValue {
    func bind(to statement: SQLiteStatement, at index: Int32) -> Int32 {
        sqlite3_bind_double(statement, index, self)
    }
}

extension Optional: BulkValue where Wrapped: BulkValue {
    func bind(to statement: SQLiteStatement, at index: Int32) -> Int32 {
        self?.bind(to: statement, at: index) ?? sqlite3_bind_null(statement, index)
    }
}

extension String: BulkValue {
    func bind(to statement: SQLiteStatement, at index: Int32) -> Int32 {
        var copy = self
        return copy.withUTF8 { utf8 in
            utf8.withMemoryRebound(to: CChar.self) {
                sqlite3_bind_text(
                    statement, index, $0.baseAddress, Int32($0.count), copiedBySQLite)
            }
        }
    }
}

extension Bytes: BulkValue {
    func bind(to statement: SQLiteStatement, at index: Int32) -> Int32 {
        withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress else {
                return sqlite3_bind_zeroblob(statement, index, 0)
            }
            // No destructor: the caller owns the bytes.
            return sqlite3_bind_blob(statement, index, start, Int32(bytes.count), nil)
        }
    }
}
