import FoundationEssentials
package import JSON
package import RPC

/// The JSON form of messages for people and for HTTP: the body, or an object with `body` and `columns` for
/// a message with columns.
extension WireContent {
    package var jsonText: String {
        get throws {
            let body = body.isEmpty ? "{}" : body.text
            guard !columns.isEmpty else { return body }
            let columns = try columns.map { column in
                "\(try JSONBody.encode(column.name).text):\(try Self.values(column))"
            }
            return "{\"body\":\(body),\"columns\":{\(columns.joined(separator: ","))}}"
        }
    }

    /// Parses the JSON form. An object with only the keys `columns` and `body` has columns.
    /// - Parameters:
    ///   - value: The parsed text.
    ///   - text: The text, which is the body of a message without columns.
    /// - Throws: INVALID_ARGUMENT if a column is neither a list of numbers nor Base64 text.
    package init(json value: JSONValue, text: Bytes) throws {
        guard let object = value.object, let columns = object["columns"]?.object,
            object.keys.allSatisfy({ ["body", "columns"].contains($0) })
        else {
            self.init(body: text)
            return
        }
        self.init(
            body: try JSONBody.encode(object["body"] ?? .object([:])),
            columns: try columns.sorted { $0.key < $1.key }.map {
                try Self.column($0.key, $0.value)
            })
    }

    /// An array of numbers; opaque bytes as Base64.
    private static func values(_ column: Column) throws -> String {
        switch column.type {
        case .int32: return try JSONBody.encode(column.bytes.array(of: Int32.self)).text
        case .int64: return try JSONBody.encode(column.bytes.array(of: Int64.self)).text
        case .uint64: return try JSONBody.encode(column.bytes.array(of: UInt64.self)).text
        case .float64:
            let numbers = column.bytes.array(of: Double.self)
            // JSON cannot represent NaN and infinities.
            return try JSONBody.encode(numbers.map { $0.isFinite ? $0 : nil }).text
        case .bytes:
            let data = column.bytes.withUnsafeBytes { Data($0) }
            return try JSONBody.encode(data.base64EncodedString()).text
        }
    }

    /// A column from Base64 text (bytes), integers (int64) or other numbers (float64; null is NaN).
    private static func column(_ name: String, _ value: JSONValue) throws -> Column {
        if let text = value.string, let data = Data(base64Encoded: text) {
            return Column(name, .bytes, data.withUnsafeBytes { Bytes(copying: $0) })
        }
        guard let elements = value.array else { throw notAColumn(name) }
        let integers = elements.compactMap { element -> Int64? in
            if case .integer(let number) = element { number } else { nil }
        }
        if integers.count == elements.count { return Column(name, integers) }
        return Column(
            name,
            try elements.map { element in
                if case .null = element { return .nan }
                guard let number = element.double else { throw notAColumn(name) }
                return number
            })
    }

    private static func notAColumn(_ name: String) -> Status {
        Status(
            .invalidArgument, "Column \"\(name)\" is neither a list of numbers nor Base64 text.")
    }
}
