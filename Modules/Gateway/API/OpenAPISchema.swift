import RPC

/// The schema of a message.
indirect enum OpenAPISchema: Encodable {
    case plain(JSONSchema)
    /// An object without other keys.
    case closed(JSONSchema)
    case anyOf([OpenAPISchema])
    /// A message with columns: `{"body": …, "columns": {NAME: …}}`.
    case columns(JSONSchema, [ColumnNote])

    private enum Key: String, CodingKey {
        case additionalProperties, anyOf, description, items, properties, required, type
    }

    /// The schema of a message with its columns; nil: none. A request has no other keys than those of its
    /// schema.
    init(_ body: JSONSchema, _ columns: [ColumnNote]?, isRequest: Bool = false) {
        if let columns {
            self = .columns(body, columns)
        } else if isRequest, case .object = body {
            self = .closed(body)
        } else {
            self = .plain(body)
        }
    }

    func encode(to encoder: any Encoder) throws {
        switch self {
        case .plain(let schema): try schema.encode(to: encoder)
        case .closed(let schema):
            try schema.encode(to: encoder)
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(false, forKey: .additionalProperties)
        case .anyOf(let schemas):
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(schemas, forKey: .anyOf)
        case .columns(let body, let columns):
            var container = encoder.container(keyedBy: Key.self)
            try container.encode("object", forKey: .type)
            try container.encode(["body", "columns"], forKey: .required)
            try container.encode(
                Message(body: body, columns: Columns(columns: columns)), forKey: .properties)
        }
    }

    private struct Message: Encodable {
        let body: JSONSchema
        let columns: Columns
    }

    /// The object with the columns.
    private struct Columns: Encodable {
        let columns: [ColumnNote]

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            try container.encode("object", forKey: .type)
            try container.encode(
                Dictionary(columns.map { ($0.name, ColumnSchema(column: $0)) }) { $1 },
                forKey: .properties)
        }
    }

    /// A list of numbers; Base64 text for bytes.
    private struct ColumnSchema: Encodable {
        let column: ColumnNote

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(column.description, forKey: .description)
            guard column.type != .bytes else {
                return try container.encode("string", forKey: .type)
            }
            try container.encode("array", forKey: .type)
            // Numbers that JSON does not have are null.
            let element: JSONSchema =
                column.type == .float64 ? .nullable(.number) : .integer
            try container.encode(element, forKey: .items)
        }
    }
}
