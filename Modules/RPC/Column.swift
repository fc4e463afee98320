/// A column of numbers or a block of opaque bytes, sent beside the body in a frame of its own.
package struct Column: Hashable, Sendable {
    package var name: String
    package var type: ElementType
    package var bytes: Bytes

    package init(_ name: String, _ type: ElementType, _ bytes: Bytes) {
        self.name = name
        self.type = type
        self.bytes = bytes
    }

    /// Type of the little-endian elements; `bytes` are opaque.
    package enum ElementType: String, CaseIterable, Codable, Sendable {
        case int32 = "i32"
        case int64 = "i64"
        case uint64 = "u64"
        case float64 = "f64"
        case bytes = "bytes"

        /// Size of an element in bytes.
        package var width: Int {
            switch self {
            case .bytes: 1
            case .int32: 4
            case .int64, .uint64, .float64: 8
            }
        }
    }

    package var count: Int { bytes.count / type.width }
}

extension Column {
    package init(_ name: String, _ values: [Int32]) { self.init(name, .int32, Bytes(values)) }
    package init(_ name: String, _ values: [Int64]) { self.init(name, .int64, Bytes(values)) }
    package init(_ name: String, _ values: [UInt64]) { self.init(name, .uint64, Bytes(values)) }
    package init(_ name: String, _ values: [Double]) { self.init(name, .float64, Bytes(values)) }
}

extension [Column] {
    /// The bytes of the column with this name and type.
    /// - Throws: INVALID_ARGUMENT if the message has no such column.
    package func column(_ name: String, _ type: Column.ElementType) throws(Status) -> Bytes {
        guard let column = first(where: { $0.name == name }) else {
            throw Status(.invalidArgument, "The message has no column \"\(name)\".")
        }
        guard column.type == type, column.bytes.count.isMultiple(of: type.width) else {
            throw Status(
                .invalidArgument,
                "Column \"\(name)\" has type \(column.type.rawValue) instead of \(type.rawValue)."
            )
        }
        return column.bytes
    }
}
