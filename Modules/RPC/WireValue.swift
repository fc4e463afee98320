import JSON
import Memberwise

/// The content of a message: a body, and columns beside the body.
@Memberwise
package struct WireContent: Hashable, Sendable {
    /// JSON; empty stands for `{}`.
    package var body: Bytes
    package var columns: [Column] = []

    /// Size of the body and the columns.
    package var byteCount: Int { columns.reduce(body.count) { $0 + $1.bytes.count } }
}

/// A type whose values are requests, items or responses.
package protocol WireValue: Sendable {
    func wireContent() throws -> WireContent
    init(wireContent: WireContent) throws
    /// The type that the body encodes, for the schema of the method.
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

/// A body with columns, for data with one value per sample.
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

/// A message without data. Decodes from any object.
package struct Empty: Codable, Hashable, WireValue {
    package init() {}

    package init(from decoder: any Decoder) throws {
        _ = try decoder.container(keyedBy: JSONPathKey.self)
    }

    package func encode(to encoder: any Encoder) throws {
        _ = encoder.container(keyedBy: JSONPathKey.self)
    }
}
