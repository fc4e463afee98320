import FoundationEssentials
package import JSON

/// One conformance case: an operation, its input and the expected result.
package struct ConformanceCase: Decodable, Sendable {
    package var id: String
    package var op: String
    package var name: String?
    package var given: JSONValue
    /// The expected result; null for an operation without a result.
    package var expect: JSONValue

    private enum Key: String, CodingKey {
        case id, op, name, given, expect
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        id = try container.decode(String.self, forKey: .id)
        op = try container.decode(String.self, forKey: .op)
        name = try container.decodeIfPresent(String.self, forKey: .name)
        given = try container.decodeIfPresent(JSONValue.self, forKey: .given) ?? .object([:])
        expect = try container.decodeIfPresent(JSONValue.self, forKey: .expect) ?? .null
    }
}

/// A file with conformance cases.
package struct CaseFile: Decodable, Sendable {
    package var cases: [ConformanceCase]

    package init(contentsOf path: String) throws {
        let data = try Data(contentsOf: URL(filePath: path))
        self = try StrictJSONDecoder.decode(CaseFile.self, from: Array(data))
    }
}
