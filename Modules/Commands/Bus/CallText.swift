import FoundationEssentials
import RPC
import TrackerDocuments

/// A message of the bus as a line of JSON, and back.
enum CallText {
    /// The body; columns, where there are some, beside it under `columns`.
    static func json(_ content: WireContent) throws -> String {
        let body = content.body.isEmpty ? "{}" : content.body.text
        guard !content.columns.isEmpty else { return body }
        let columns = try content.columns.map { column in
            "\(try Output.json(column.name)):\(try values(column))"
        }
        return "{\"body\":\(body),\"columns\":{\(columns.joined(separator: ","))}}"
    }

    /// What `json` writes: an object of nothing but `columns`, or of `columns` and `body`, has columns.
    ///
    /// Throws a ``UsageError`` when the text is no JSON, or the body not of the form that is known.
    static func content(_ text: String, as form: MessageValidator?) throws -> WireContent {
        // By the reader that the server has, so that nothing is sent that is refused there.
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
            // JSON has no word for what is no number.
            return try Output.json(
                numbers.map { number -> Double? in number.isFinite ? number : nil })
        case .bytes:
            let data = column.bytes.withUnsafeBytes { Data($0) }
            return try Output.json(data)
        }
    }

    /// Text is Base64 of bytes; whole numbers are `i64`, others `f64`, null is no number.
    private static func column(_ name: String, _ value: JSONValue) throws -> Column {
        if let text = value.string, let data = Data(base64Encoded: text) {
            return Column(name, .bytes, data.withUnsafeBytes { Bytes(copying: $0) })
        }
        guard let elements = value.array else { throw notAColumn(name) }
        let whole = elements.compactMap { element -> Int64? in
            if case .integer(let number) = element { number } else { nil }
        }
        if whole.count == elements.count { return Column(name, whole) }
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
