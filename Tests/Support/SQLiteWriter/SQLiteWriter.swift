import GRDBSQLite

/// The bytes of a database that SQL statements create.
package func databaseBytes(_ statements: String) throws(SQLiteWriterError) -> [UInt8] {
    var handle: OpaquePointer?
    defer { sqlite3_close(handle) }
    guard sqlite3_open(":memory:", &handle) == SQLITE_OK,
        sqlite3_exec(handle, statements, nil, nil, nil) == SQLITE_OK
    else { throw SQLiteWriterError(message: String(cString: sqlite3_errmsg(handle))) }
    var size: sqlite3_int64 = 0
    guard let bytes = sqlite3_serialize(handle, "main", &size, 0) else {
        throw SQLiteWriterError(message: "The database cannot be serialised.")
    }
    defer { sqlite3_free(bytes) }
    return Array(UnsafeBufferPointer(start: bytes, count: Int(size)))
}

/// The message of SQLite about statements that failed.
package struct SQLiteWriterError: Error {
    var message: String
}
