import GRDBSQLite
import Testing

/// The bytes of a database that SQL statements create.
func databaseBytes(_ statements: String) throws -> [UInt8] {
    var handle: OpaquePointer?
    #expect(sqlite3_open(":memory:", &handle) == SQLITE_OK)
    defer { sqlite3_close(handle) }
    try #require(sqlite3_exec(handle, statements, nil, nil, nil) == SQLITE_OK)
    var size: sqlite3_int64 = 0
    let bytes = try #require(sqlite3_serialize(handle, "main", &size, 0))
    defer { sqlite3_free(bytes) }
    return Array(UnsafeBufferPointer(start: bytes, count: Int(size)))
}
