import JSON

/// A JSON object with typed access to its members.
struct JSONRecord {
    let members: JSONObject

    /// Nil if the bytes are not a JSON object.
    init?(_ bytes: UnsafeRawBufferPointer) {
        guard let tape = try? JSONTape(bytes, owner: nil), let value = try? tape.json(),
            case .object(let members) = value
        else { return nil }
        self.members = members
    }

    init(_ members: JSONObject) {
        self.members = members
    }

    func number(_ key: String) -> Double? { members[key].flatMap(Self.number) }

    /// A number, or a text with one.
    static func number(_ value: JSONValue) -> Double? {
        switch value {
        case .integer(let number): Double(number)
        case .number(let number): number
        case .string(let text): Double(text)
        default: nil
        }
    }

    func text(_ key: String) -> String? {
        if case .string(let text) = members[key], !text.isEmpty { text } else { nil }
    }

    func date(_ key: String) -> HealthAutoExportDate.Parsed? {
        text(key).flatMap(HealthAutoExportDate.parse)
    }

    func record(_ key: String) -> JSONRecord? {
        if case .object(let members) = members[key] { JSONRecord(members) } else { nil }
    }

    func records(_ key: String) -> [JSONRecord] {
        guard case .array(let elements) = members[key] else { return [] }
        return elements.compactMap {
            if case .object(let members) = $0 { JSONRecord(members) } else { nil }
        }
    }
}
