/// The subset of JSON Schema that messages need.
package indirect enum JSONSchema: Hashable, Sendable {
    /// Any value.
    case any
    case boolean
    case integer
    case number
    case string
    /// Null.
    case null
    /// A string in a named format.
    case formatted(Format)
    /// A whole number within a range.
    case range(ClosedRange<Int64>)
    /// One of these strings.
    case choice([String])
    case array(JSONSchema)
    /// An object with arbitrary keys and values of this schema.
    case map(JSONSchema)
    case object([Property])
    /// An object with these properties, and others that depend on their values.
    case part([Property])
    /// A value that matches one of these schemas.
    case anyOf([JSONSchema])

    /// Named string formats of JSON Schema.
    package enum Format: String, CaseIterable, Codable, Sendable {
        /// A day, `YYYY-MM-DD`.
        case date
        /// An RFC 3339 timestamp with its offset from UTC.
        case dateTime = "date-time"
    }

    /// The schema that also matches null.
    package static func nullable(_ schema: Self) -> Self {
        switch schema {
        case .any, .null: schema
        case .anyOf(let forms): forms.contains(.null) ? schema : .anyOf(forms + [.null])
        default: .anyOf([schema, .null])
        }
    }

    package struct Property: Hashable, Sendable {
        package var name: String
        package var schema: JSONSchema
        package var isRequired: Bool
        /// The doc comment of the property in Swift; nil without one.
        package var description: String?

        package init(
            _ name: String, _ schema: JSONSchema, isRequired: Bool, description: String? = nil
        ) {
            self.name = name
            self.schema = schema
            self.isRequired = isRequired
            self.description = description
        }
    }
}

extension JSONSchema: Codable {
    private enum Key: String, CodingKey {
        case type
        case anyOf
        case choices = "enum"
        case items
        case additionalProperties
        case properties
        case required
        case format
        case minimum
        case maximum
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        if let typeName { try container.encode(typeName, forKey: .type) }
        switch self {
        case .any, .boolean, .integer, .number, .string, .null: break
        case .formatted(let format): try container.encode(format, forKey: .format)
        case .range(let range):
            try container.encode(range.lowerBound, forKey: .minimum)
            try container.encode(range.upperBound, forKey: .maximum)
        case .choice(let texts): try container.encode(texts, forKey: .choices)
        case .anyOf(let forms): try container.encode(forms, forKey: .anyOf)
        case .array(let element): try container.encode(element, forKey: .items)
        case .map(let value): try container.encode(value, forKey: .additionalProperties)
        case .object(let properties), .part(let properties):
            let schemas = Dictionary(
                properties.map { ($0.name, DescribedSchema($0)) },
                uniquingKeysWith: { first, _ in first })
            try container.encode(schemas, forKey: .properties)
            let required = properties.filter(\.isRequired).map(\.name)
            if !required.isEmpty { try container.encode(required, forKey: .required) }
            if case .part = self { try container.encode(true, forKey: .additionalProperties) }
        }
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        switch try container.decodeIfPresent(String.self, forKey: .type) {
        case "boolean": self = .boolean
        case "null": self = .null
        case "integer":
            let bounds = (
                try container.decodeIfPresent(Int64.self, forKey: .minimum),
                try container.decodeIfPresent(Int64.self, forKey: .maximum)
            )
            if case (let minimum?, let maximum?) = bounds, minimum <= maximum {
                self = .range(minimum...maximum)
            } else {
                self = .integer
            }
        case "number": self = .number
        case "string":
            let texts = try container.decodeIfPresent([String].self, forKey: .choices)
            let format = try container.decodeIfPresent(String.self, forKey: .format)
                .flatMap(Format.init(rawValue:))
            self = texts.map { .choice($0) } ?? format.map { .formatted($0) } ?? .string
        case "array":
            self = .array(try container.decodeIfPresent(Self.self, forKey: .items) ?? .any)
        case "object":
            self = try Self.object(container)
        default:
            let forms = try container.decodeIfPresent([Self].self, forKey: .anyOf)
            self = forms.map { .anyOf($0) } ?? .any
        }
    }

    private static func object(_ container: KeyedDecodingContainer<Key>) throws -> Self {
        guard container.contains(.additionalProperties) else {
            return .object(try properties(container))
        }
        // `additionalProperties` is a boolean, or the schema of the values of a map.
        let allowsOthers = try? container.decode(Bool.self, forKey: .additionalProperties)
        switch allowsOthers {
        case nil: return .map(try container.decode(Self.self, forKey: .additionalProperties))
        case true?: return .part(try properties(container))
        case false?: return .object(try properties(container))
        }
    }

    private static func properties(
        _ container: KeyedDecodingContainer<Key>
    ) throws -> [Property] {
        let schemas =
            try container.decodeIfPresent([String: DescribedSchema].self, forKey: .properties)
            ?? [:]
        let required = try container.decodeIfPresent([String].self, forKey: .required) ?? []
        return schemas.map {
            Property(
                $0.key, $0.value.schema, isRequired: required.contains($0.key),
                description: $0.value.description)
        }
        .sorted { $0.name < $1.name }
    }

    private var typeName: String? {
        switch self {
        case .any, .anyOf: nil
        case .boolean: "boolean"
        case .integer, .range: "integer"
        case .null: "null"
        case .number: "number"
        case .string, .choice, .formatted: "string"
        case .array: "array"
        case .map, .object, .part: "object"
        }
    }
}
