import RPC

/// Formats the schema of a message in a compact notation: `{name: text, from?: text}`.
enum SchemaText {
    private static let width = 88
    private static let step = 2

    /// The schema on one line if that fits, else one property a line. The first line is not
    /// indented.
    static func text(_ schema: JSONSchema, indentation: Int) -> String {
        let line = inline(schema)
        guard line.count + indentation > width else { return line }
        let inner = indentation + step
        let margin = String(repeating: " ", count: inner)
        let end = "\n" + String(repeating: " ", count: indentation)
        switch schema {
        case .object(let properties), .part(let properties):
            var lines = properties.map { property in
                margin + name(property) + text(property.schema, indentation: inner)
            }
            if case .part = schema { lines.append(margin + "…") }
            return "{\n" + lines.joined(separator: "\n") + end + "}"
        case .array(let element):
            return "[\n" + margin + text(element, indentation: inner) + end + "]"
        case .map(let value):
            return "{\n" + margin + "*: " + text(value, indentation: inner) + end + "}"
        default: return line
        }
    }

    /// The path and description of each described property, such as `days[].sum`, in the order of the schema.
    static func descriptions(
        _ schema: JSONSchema, at path: String = ""
    ) -> [(path: String, description: String)] {
        switch schema {
        case .object(let properties), .part(let properties):
            properties.flatMap { property in
                let inner = path.isEmpty ? property.name : "\(path).\(property.name)"
                let own = property.description.map { [(path: inner, description: $0)] } ?? []
                return own + descriptions(property.schema, at: inner)
            }
        case .array(let element): descriptions(element, at: "\(path)[]")
        case .map(let value): descriptions(value, at: "\(path).*")
        case .anyOf(let forms): forms.flatMap { descriptions($0, at: path) }
        default: []
        }
    }

    private static func inline(_ schema: JSONSchema) -> String {
        switch schema {
        case .any: "any"
        case .boolean: "boolean"
        case .integer: "integer"
        case .number: "number"
        case .string: "text"
        case .null: "null"
        case .formatted(.date): "date"
        case .formatted(.dateTime): "instant"
        case .range(let range): "\(range.lowerBound)…\(range.upperBound)"
        case .choice(let texts): texts.map { "\"\($0)\"" }.joined(separator: " | ")
        case .anyOf(let forms): forms.map(inline).joined(separator: " | ")
        case .array(let element): "[\(inline(element))]"
        case .map(let value): "{*: \(inline(value))}"
        case .object(let properties):
            "{" + properties.map(inline).joined(separator: ", ") + "}"
        case .part(let properties):
            "{" + (properties.map(inline) + ["…"]).joined(separator: ", ") + "}"
        }
    }

    private static func inline(_ property: JSONSchema.Property) -> String {
        name(property) + inline(property.schema)
    }

    private static func name(_ property: JSONSchema.Property) -> String {
        property.name + (property.isRequired ? ": " : "?: ")
    }
}
