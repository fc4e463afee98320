package import RPC

/// A parameter of a statement, or a value of a copied row. Nil is NULL of the same type.
package enum PostgresParameter: Hashable, Sendable {
    case bool(Bool?)
    case int64(Int64?)
    case double(Double?)
    case text(String?)
    case bytes(Bytes?)
    case int64s([Int64?])
    case doubles([Double?])
    case texts([String?])
    case byteStrings([Bytes?])
}

/// The numbers of PostgreSQL's built-in types, which are the same in all its versions.
enum PostgresType {
    static let bool: UInt32 = 16
    static let bytes: UInt32 = 17
    static let name: UInt32 = 19
    static let int64: UInt32 = 20
    static let int16: UInt32 = 21
    static let int32: UInt32 = 23
    static let text: UInt32 = 25
    static let double: UInt32 = 701
    static let varchar: UInt32 = 1043
    static let byteArray: UInt32 = 1001
    static let int64Array: UInt32 = 1016
    static let doubleArray: UInt32 = 1022
    static let textArray: UInt32 = 1009
}

extension PostgresParameter {
    var type: UInt32 {
        switch self {
        case .bool: PostgresType.bool
        case .int64: PostgresType.int64
        case .double: PostgresType.double
        case .text: PostgresType.text
        case .bytes: PostgresType.bytes
        case .int64s: PostgresType.int64Array
        case .doubles: PostgresType.doubleArray
        case .texts: PostgresType.textArray
        case .byteStrings: PostgresType.byteArray
        }
    }

    /// Appends the value in PostgreSQL's binary format.
    /// - Returns: False for NULL, which appends nothing.
    func encode(into buffer: inout [UInt8]) -> Bool {
        switch self {
        case .bool(let value): return Self.append(value, into: &buffer) { $1.append($0 ? 1 : 0) }
        case .int64(let value): return Self.append(value, into: &buffer, Self.encode)
        case .double(let value): return Self.append(value, into: &buffer, Self.encode)
        case .text(let value): return Self.append(value, into: &buffer, Self.encode)
        case .bytes(let value): return Self.append(value, into: &buffer, Self.encode)
        case .int64s(let values):
            Self.encode(values, of: PostgresType.int64, into: &buffer, Self.encode)
        case .doubles(let values):
            Self.encode(values, of: PostgresType.double, into: &buffer, Self.encode)
        case .texts(let values):
            Self.encode(values, of: PostgresType.text, into: &buffer, Self.encode)
        case .byteStrings(let values):
            Self.encode(values, of: PostgresType.bytes, into: &buffer, Self.encode)
        }
        return true
    }

    private static func append<Value>(
        _ value: Value?, into buffer: inout [UInt8], _ encode: (Value, inout [UInt8]) -> Void
    ) -> Bool {
        guard let value else { return false }
        encode(value, &buffer)
        return true
    }

    private static func encode(_ value: Int64, into buffer: inout [UInt8]) {
        buffer.append(bigEndian: value)
    }

    private static func encode(_ value: Double, into buffer: inout [UInt8]) {
        buffer.append(bigEndian: value.bitPattern)
    }

    private static func encode(_ value: String, into buffer: inout [UInt8]) {
        StoredText.append(value, to: &buffer)
    }

    private static func encode(_ value: Bytes, into buffer: inout [UInt8]) {
        value.withUnsafeBytes { buffer.append(contentsOf: $0) }
    }

    /// Appends an array of one dimension: the number of dimensions, a flag for NULL, the type of the
    /// elements, their number, the first index, and each element after its length.
    private static func encode<Value>(
        _ values: [Value?], of type: UInt32, into buffer: inout [UInt8],
        _ encode: (Value, inout [UInt8]) -> Void
    ) {
        buffer.append(bigEndian: Int32(values.isEmpty ? 0 : 1))
        buffer.append(bigEndian: Int32(values.contains { $0 == nil } ? 1 : 0))
        buffer.append(bigEndian: type)
        guard !values.isEmpty else { return }
        buffer.append(bigEndian: Int32(clamping: values.count))
        buffer.append(bigEndian: Int32(1))
        for value in values {
            buffer.appendWithLength { buffer in append(value, into: &buffer, encode) }
        }
    }
}

extension [UInt8] {
    mutating func append(bigEndian value: some FixedWidthInteger) {
        Swift.withUnsafeBytes(of: value.bigEndian) { append(contentsOf: $0) }
    }

    /// Appends the length of a value in four bytes and then the value; -1 without a value.
    /// - Parameter encode: Appends the value; returns false for NULL.
    mutating func appendWithLength(_ encode: (inout [UInt8]) -> Bool) {
        let start = count
        append(bigEndian: Int32(-1))
        guard encode(&self) else { return }
        let length = Int32(clamping: count - start - 4)
        Swift.withUnsafeBytes(of: length.bigEndian) { bytes in
            for (offset, byte) in bytes.enumerated() { self[start + offset] = byte }
        }
    }
}
