import FoundationEssentials
import RPC
import TrackerDocuments

/// Converts messages of the bus to lines of JSON and back.
enum CallText {
    /// The body, or an object with `body` and `columns` for a message with columns.
    static func json(_ content: WireContent) throws -> String {
        let body = content.body.isEmpty ? "{}" : content.body.text
        guard !content.columns.isEmpty else { return body }
        let columns = try content.columns.map { column in
            "\(try Output.json(column.name)):\(try values(column))"
        }
        return "{\"body\":\(body),\"columns\":{\(columns.joined(separator: ","))}}"
    }

    /// Parses the output of `json`. An object with only the keys `columns` and `body` has columns.
    ///
    /// - Throws: A ``UsageError`` if the text is not JSON or the body does not match the schema.
    static func content(_ text: String, as form: MessageValidator?) throws -> WireContent {
        // The server's decoder, so that the server accepts the same texts.
        guard !text.isEmpty, let value = try? JSONBody.decode(JSONValue.self, from: Bytes(text))
        else {
            throw UsageError(
                "The request is not JSON: \(text.prefix(60))",
                hint: "For example: '{\"name\":\"steps\"}'")
        }
        guard let object = value.object, let columns = object["columns"]?.object,
            object.keys.allSatisfy({ ["body", "columns"].contains($0) })
        else {
            try form?.check(value)
            return WireContent(body: Bytes(text))
        }
        let body = object["body"] ?? .object([:])
        try form?.check(body)
        return WireContent(
            body: try JSONBody.encode(body),
            columns: try columns.sorted { $0.key < $1.key }.map { try column($0.key, $0.value) })
    }

    /// An array of numbers; opaque bytes as Base64.
    private static func values(_ column: Column) throws -> String {
        switch column.type {
        case .int32: return try Output.json(column.bytes.array(of: Int32.self))
        case .int64: return try Output.json(column.bytes.array(of: Int64.self))
        case .uint64: return try Output.json(column.bytes.array(of: UInt64.self))
        case .float64:
            let numbers = column.bytes.array(of: Double.self)
            // JSON cannot represent NaN and infinities.
            return try Output.json(
                numbers.map { number -> Double? in number.isFinite ? number : nil })
        case .bytes:
            let data = column.bytes.withUnsafeBytes { Data($0) }
            return try Output.json(data)
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

    private static func notAColumn(_ name: String) -> UsageError {
        UsageError("Column \"\(name)\" is neither a list of numbers nor Base64 text.")
    }
}
