import CLibPQ
package import RPC

/// The rows that a statement returned, in binary format.
package final class PostgresResult: @unchecked Sendable {
    // Unchecked: the result is not modified, and libpq allows any thread to read it.
    private let pointer: OpaquePointer

    /// Takes ownership of `pointer`.
    init(_ pointer: OpaquePointer) {
        self.pointer = pointer
    }

    deinit {
        PQclear(pointer)
    }

    package var rowCount: Int { Int(PQntuples(pointer)) }

    /// The number of rows that a statement inserted, updated or deleted.
    package var affectedRows: Int { Int(String(cString: PQcmdTuples(pointer))) ?? 0 }

    package var rows: some Sequence<PostgresRow> {
        (0..<PQntuples(pointer)).lazy.map { PostgresRow(result: self, index: $0) }
    }

    /// The first row; nil without rows.
    package var first: PostgresRow? {
        rowCount > 0 ? PostgresRow(result: self, index: 0) : nil
    }

    fileprivate func bytes(_ row: Int32, _ column: Int32) -> UnsafeRawBufferPointer? {
        guard PQgetisnull(pointer, row, column) == 0, let start = PQgetvalue(pointer, row, column)
        else { return nil }
        return UnsafeRawBufferPointer(
            start: start, count: Int(PQgetlength(pointer, row, column)))
    }

    fileprivate func type(_ column: Int32) -> UInt32 { PQftype(pointer, column) }

    fileprivate func unexpectedValue(_ column: Int32) -> PostgresError {
        .unexpectedValue(
            column: PQfname(pointer, column).map { String(cString: $0) } ?? String(column))
    }
}

/// A row of a result. The accessors throw `PostgresError.unexpectedValue` for a column of another type and,
/// unless their result is optional, for NULL.
package struct PostgresRow: Sendable {
    fileprivate let result: PostgresResult
    fileprivate let index: Int32

    package func isNull(_ column: Int) -> Bool { result.bytes(index, Int32(column)) == nil }

    /// A column of the type bigint, integer or smallint.
    package func int64(_ column: Int) throws(PostgresError) -> Int64 {
        guard let value = try optionalInt64(column) else {
            throw result.unexpectedValue(Int32(column))
        }
        return value
    }

    package func optionalInt64(_ column: Int) throws(PostgresError) -> Int64? {
        guard let bytes = result.bytes(index, Int32(column)) else { return nil }
        switch result.type(Int32(column)) {
        case PostgresType.int64: return Int64(bigEndian: bytes.loadUnaligned(as: Int64.self))
        case PostgresType.int32: return Int64(Int32(bigEndian: bytes.loadUnaligned(as: Int32.self)))
        case PostgresType.int16: return Int64(Int16(bigEndian: bytes.loadUnaligned(as: Int16.self)))
        default: throw result.unexpectedValue(Int32(column))
        }
    }

    package func int32(_ column: Int) throws(PostgresError) -> Int32 {
        guard let value = Int32(exactly: try int64(column)) else {
            throw result.unexpectedValue(Int32(column))
        }
        return value
    }

    package func bool(_ column: Int) throws(PostgresError) -> Bool {
        guard let bytes = try bytes(column, of: [PostgresType.bool]), let byte = bytes.first else {
            throw result.unexpectedValue(Int32(column))
        }
        return byte != 0
    }

    package func double(_ column: Int) throws(PostgresError) -> Double {
        guard let value = try optionalDouble(column) else {
            throw result.unexpectedValue(Int32(column))
        }
        return value
    }

    package func optionalDouble(_ column: Int) throws(PostgresError) -> Double? {
        try bytes(column, of: [PostgresType.double]).map {
            Double(bitPattern: UInt64(bigEndian: $0.loadUnaligned(as: UInt64.self)))
        }
    }

    package func text(_ column: Int) throws(PostgresError) -> String {
        guard let value = try optionalText(column) else {
            throw result.unexpectedValue(Int32(column))
        }
        return value
    }

    package func optionalText(_ column: Int) throws(PostgresError) -> String? {
        try bytes(column, of: Self.textTypes).map(StoredText.text)
    }

    /// The bytes of a column of the type bytea, which share the memory of the result.
    package func data(_ column: Int) throws(PostgresError) -> Bytes {
        guard let bytes = try bytes(column, of: [PostgresType.bytes]) else {
            throw result.unexpectedValue(Int32(column))
        }
        return Bytes(bytes, owner: result)
    }

    private static let textTypes = [PostgresType.text, PostgresType.varchar, PostgresType.name]

    private func bytes(
        _ column: Int, of types: [UInt32]
    ) throws(PostgresError) -> UnsafeRawBufferPointer? {
        guard let bytes = result.bytes(index, Int32(column)) else { return nil }
        guard types.contains(result.type(Int32(column))) else {
            throw result.unexpectedValue(Int32(column))
        }
        return bytes
    }
}
