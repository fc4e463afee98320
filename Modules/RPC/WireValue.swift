import FoundationEssentials

/// What a message carries beside its addressing: a body, and columns beside the body.
package struct WireContent: Hashable, Sendable {
    /// JSON.
    package var body: Bytes
    package var columns: [Column]

    package init(body: Bytes, columns: [Column] = []) {
        self.body = body
        self.columns = columns
    }
}

/// A value that can be the request, the item or the reply of a method.
package protocol WireValue: Sendable {
    func wireContent() throws -> WireContent
    init(wireContent: WireContent) throws
    /// The type whose JSON is the body, for a description of the method.
    static var bodyType: any Codable.Type { get }
}

/// Codable types are JSON bodies without columns.
extension WireValue where Self: Codable {
    package func wireContent() throws -> WireContent {
        WireContent(body: try JSONBody.encode(self))
    }

    package init(wireContent: WireContent) throws {
        self = try JSONBody.decode(Self.self, from: wireContent.body)
    }

    package static var bodyType: any Codable.Type { Self.self }
}

/// A body with columns beside it: anything that is one value a sample.
package struct Packet<Body: Codable & Sendable>: WireValue {
    package var body: Body
    package var columns: [Column]

    package init(_ body: Body, columns: [Column]) {
        self.body = body
        self.columns = columns
    }

    package func wireContent() throws -> WireContent {
        WireContent(body: try JSONBody.encode(body), columns: columns)
    }

    package init(wireContent: WireContent) throws {
        body = try JSONBody.decode(Body.self, from: wireContent.body)
        columns = wireContent.columns
    }

    package static var bodyType: any Codable.Type { Body.self }
}

/// A request, an item or a reply with nothing to say: an object, whatever keys it has.
package struct Empty: Codable, Hashable, WireValue {
    package init() {}

    package init(from decoder: any Decoder) throws {
        _ = try decoder.container(keyedBy: JSONPathKey.self)
    }

    package func encode(to encoder: any Encoder) throws {
        _ = encoder.container(keyedBy: JSONPathKey.self)
    }
}

/// JSON as it travels: keys sorted so that equal values have equal bytes, an empty body for `{}`.
package enum JSONBody {
    package static func encode(_ value: some Encodable) throws -> Bytes {
        if let bytes = try BodyEncoder.encode(value) { return Bytes(bytes) }
        return try encodeGenerally(value)
    }

    /// As Foundation does it, for any value: what ``encode(_:)`` has to be equal to.
    static func encodeGenerally(_ value: some Encodable) throws -> Bytes {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let data = try encoder.encode(value)
        return data.withUnsafeBytes { Bytes(copying: $0) }
    }

    /// - Throws: A `JSONFault` when the text is not JSON, a `DecodingError` when it is not a `Value`,
    ///   and what the value itself throws.
    package static func decode<Value: Decodable>(
        _ type: Value.Type, from bytes: Bytes
    ) throws -> Value {
        try BodyDecoder.decode(type, from: bytes.isEmpty ? emptyObject : bytes)
    }

    private static let emptyObject = Bytes("{}")
}
