/// A JSON value of any type.
package enum JSONValue: Hashable, Sendable {
    case null
    case bool(Bool)
    /// A whole number, including one written as `2000.0`.
    case integer(Int64)
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object([String: JSONValue])

    /// An integer if the number is whole, otherwise a floating-point number.
    package init(_ number: Double) {
        self = Int64(exactly: number).map(Self.integer) ?? .number(number)
    }

    package init(_ number: Int) {
        self = .integer(Int64(number))
    }
}

extension JSONValue {
    /// Parses a text that consists of one value. If an object has a key twice, the later value counts.
    package init(parsing text: [UInt8]) throws(JSONFault) {
        self = try text.withUnsafeBufferPointer { (text) throws(JSONFault) in
            try JSONTape(UnsafeRawBufferPointer(text), owner: nil).json()
        }
    }

    /// The value as which `value` is encoded.
    package init(encoding value: some Encodable) throws {
        try self.init(parsing: SortedJSONEncoder.encode(value))
    }

    /// The JSON text without white space and with sorted keys.
    package var text: [UInt8] {
        var writer = JSONWriter()
        writer.append(self)
        return writer.bytes
    }

    package var string: String? {
        if case .string(let value) = self { value } else { nil }
    }

    package var double: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .number(let value): value
        default: nil
        }
    }

    package var integer: Int? {
        if case .integer(let value) = self { Int(value) } else { nil }
    }

    package var bool: Bool? {
        if case .bool(let value) = self { value } else { nil }
    }

    package var array: [JSONValue]? {
        if case .array(let value) = self { value } else { nil }
    }

    package var object: [String: JSONValue]? {
        if case .object(let value) = self { value } else { nil }
    }
}

extension JSONValue: Codable {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Int64.self) {
            self = .integer(value)
        } else if let value = try? container.decode(Double.self) {
            self = JSONValue(value)
        } else if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if let value = try? container.decode([JSONValue].self) {
            self = .array(value)
        } else {
            self = .object(try container.decode([String: JSONValue].self))
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let value): try container.encode(value)
        case .integer(let value): try container.encode(value)
        case .number(let value): try container.encode(value)
        case .string(let value): try container.encode(value)
        case .array(let value): try container.encode(value)
        case .object(let value): try container.encode(value)
        }
    }
}

package typealias JSONObject = [String: JSONValue]
