import Memberwise

extension JSONSchema {
    /// The schema of a value that has one of `forms`; nil without forms.
    init?(_ forms: [FieldForm]) {
        let schemas = forms.map { form -> JSONSchema in
            switch form {
            case .day: .formatted(.date)
            case .instant: .formatted(.dateTime)
            case .range(let range): .range(range)
            }
        }
        guard let first = schemas.first else { return nil }
        self = schemas.count == 1 ? first : .anyOf(schemas)
    }
}

/// The schema of a property with its description as one JSON object.
struct DescribedSchema: Codable {
    private enum Key: String, CodingKey {
        case description
    }

    var schema: JSONSchema
    var description: String?

    init(_ property: JSONSchema.Property) {
        schema = property.schema
        description = property.description
    }

    init(from decoder: any Decoder) throws {
        schema = try JSONSchema(from: decoder)
        description = try decoder.container(keyedBy: Key.self)
            .decodeIfPresent(String.self, forKey: .description)
    }

    func encode(to encoder: any Encoder) throws {
        try schema.encode(to: encoder)
        var container = encoder.container(keyedBy: Key.self)
        try container.encodeIfPresent(description, forKey: .description)
    }
}
