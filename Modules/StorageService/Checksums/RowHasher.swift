import CXXHash
import GRDB
import GRDBSQLite

/// The hash of one row's values in the order of the table's columns.
///
/// SQLite stores a whole number of a REAL column as an integer and reports it as either type, so both
/// are hashed as an integer.
struct RowHasher {
    private var bytes: [UInt8] = []

    private enum Tag: UInt8 {
        case null, integer, real, text, blob
    }

    mutating func reset() { bytes.removeAll(keepingCapacity: true) }

    /// The hash of all values appended so far.
    var hash: XXH128_hash_t {
        bytes.withUnsafeBytes { XXH3_128bits($0.baseAddress, $0.count) }
    }

    mutating func append(_ value: OpaquePointer?) {
        switch sqlite3_value_type(value) {
        case SQLITE_INTEGER: append(sqlite3_value_int64(value))
        case SQLITE_FLOAT: append(sqlite3_value_double(value))
        case SQLITE_TEXT:
            append(.text, sqlite3_value_text(value), count: sqlite3_value_bytes(value))
        case SQLITE_BLOB:
            append(.blob, sqlite3_value_blob(value), count: sqlite3_value_bytes(value))
        default: bytes.append(Tag.null.rawValue)
        }
    }

    mutating func append(_ column: Int32, of statement: SQLiteStatement) {
        switch sqlite3_column_type(statement, column) {
        case SQLITE_INTEGER: append(sqlite3_column_int64(statement, column))
        case SQLITE_FLOAT: append(sqlite3_column_double(statement, column))
        case SQLITE_TEXT:
            append(
                .text, sqlite3_column_text(statement, column),
                count: sqlite3_column_bytes(statement, column))
        case SQLITE_BLOB:
            append(
                .blob, sqlite3_column_blob(statement, column),
                count: sqlite3_column_bytes(statement, column))
        default: bytes.append(Tag.null.rawValue)
        }
    }

    private mutating func append(_ value: Int64) {
        bytes.append(Tag.integer.rawValue)
        withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
    }

    private mutating func append(_ value: Double) {
        if let whole = Int64(exactly: value) { return append(whole) }
        bytes.append(Tag.real.rawValue)
        withUnsafeBytes(of: value.bitPattern.littleEndian) { bytes.append(contentsOf: $0) }
    }

    private mutating func append(_ tag: Tag, _ start: UnsafeRawPointer?, count: Int32) {
        bytes.append(tag.rawValue)
        withUnsafeBytes(of: count.littleEndian) { bytes.append(contentsOf: $0) }
        bytes.append(contentsOf: UnsafeRawBufferPointer(start: start, count: Int(count)))
    }
}
