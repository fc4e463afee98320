/// A JSON value of a manifest. ``ManifestReader`` checks its type, so that an error can name the key.
enum ManifestValue: Decodable, Hashable {
    case object([String: ManifestValue])
    case array([ManifestValue])
    case string(String)
    case number(Double)
    case bool(Bool)
    case null

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Double.self) {
            self = .number(value)
        } else if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if let value = try? container.decode([ManifestValue].self) {
            self = .array(value)
        } else {
            self = .object(try container.decode([String: ManifestValue].self))
        }
    }
}
