import CXXHash
import GRDB
import GRDBSQLite

/// The hash of one row's values in the order of the table's columns.
///
/// SQLite stores a whole number of a REAL column as an integer and reports it as either type, so both
/// are hashed as an integer.
struct RowHasher {
    /// The values in its first ``count`` bytes: a row is hashed after each insert, and an array of the right
    /// length would check its capacity for each byte.
    private var bytes: [UInt8] = []
    private var count = 0

    private enum Tag: UInt8 {
        case null, integer, real, text, blob
    }

    mutating func reset() { count = 0 }

    /// The hash of all values appended so far.
    var hash: XXH128_hash_t {
        bytes.withUnsafeBytes { XXH3_128bits($0.baseAddress, count) }
    }

    mutating func append(_ value: OpaquePointer?) {
        switch sqlite3_value_type(value) {
        case SQLITE_INTEGER: append(sqlite3_value_int64(value))
        case SQLITE_FLOAT: append(sqlite3_value_double(value))
        case SQLITE_TEXT:
            append(.text, sqlite3_value_text(value), count: sqlite3_value_bytes(value))
        case SQLITE_BLOB:
            append(.blob, sqlite3_value_blob(value), count: sqlite3_value_bytes(value))
        default: append(.null)
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
        default: append(.null)
        }
    }

    mutating func append(_ value: Int64) {
        append(.integer, UInt64(bitPattern: value))
    }

    /// SQLite stores a value that is not a number as NULL.
    mutating func append(_ value: Double) {
        guard !value.isNaN else { return appendNull() }
        if let whole = Int64(exactly: value) { return append(whole) }
        append(.real, value.bitPattern)
    }

    mutating func append(text: UnsafeRawBufferPointer) {
        append(.text, text.baseAddress, count: Int32(text.count))
    }

    mutating func append(blob: UnsafeRawBufferPointer) {
        append(.blob, blob.baseAddress, count: Int32(blob.count))
    }

    mutating func appendNull() { append(.null) }

    private mutating func append(_ tag: Tag) {
        reserve(1)
        bytes[count] = tag.rawValue
        count += 1
    }

    private mutating func append(_ tag: Tag, _ number: UInt64) {
        append(tag)
        reserve(8)
        bytes.withUnsafeMutableBytes {
            $0.storeBytes(of: number.littleEndian, toByteOffset: count, as: UInt64.self)
        }
        count += 8
    }

    private mutating func append(_ tag: Tag, _ start: UnsafeRawPointer?, count length: Int32) {
        append(tag)
        let source = UnsafeRawBufferPointer(start: start, count: Int(length))
        reserve(4 + source.count)
        bytes.withUnsafeMutableBytes {
            $0.storeBytes(of: length.littleEndian, toByteOffset: count, as: Int32.self)
            UnsafeMutableRawBufferPointer(rebasing: $0[(count + 4)...]).copyMemory(from: source)
        }
        count += 4 + source.count
    }

    /// Grows the buffer for more bytes.
    private mutating func reserve(_ more: Int) {
        guard bytes.count - count < more else { return }
        bytes += repeatElement(0, count: max(more, bytes.count, Self.initialBytes))
    }

    private static let initialBytes = 512
}
