import Foundation
import Memberwise
import Testing

/// The coding of messages beside the coding that the compiler derives.
struct CodingMembersTests {
    struct Part: Codable, Equatable {
        var name: String
    }

    @Message
    struct Night: Codable, Equatable {
        let version = 1
        var day: String
        var `default`: Part
        var mood: Int? = nil
        var parts: [String: Part]? = nil
        var width, height: Double
        var limit = 10
        var area: Double { width * height }
        static let empty = 0
    }

    struct DerivedNight: Codable {
        var version = 1
        var day: String
        var `default`: Part
        var mood: Int?
        var parts: [String: Part]?
        var width, height: Double
        var limit = 10
    }

    @Message
    struct Nothing: Codable, Equatable {}

    @Message
    struct Nulls: Codable, Equatable {
        var value: Double?

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(value, forKey: .value)
        }
    }

    private func text(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    private func value<Value: Decodable>(_ text: String) throws -> Value {
        try JSONDecoder().decode(Value.self, from: Data(text.utf8))
    }

    @Test(arguments: [
        #"{"day":"a","default":{"name":"b"},"height":2,"limit":3,"version":1,"width":1}"#,
        #"{"day":"a","default":{"name":"b"},"height":2,"limit":3,"mood":4,"#
            + #""parts":{"c":{"name":"d"}},"version":1,"width":1}"#,
    ])
    func `a message has the JSON of a derived coding`(json: String) throws {
        let night: Night = try value(json)
        let derived: DerivedNight = try value(json)

        #expect(try text(night) == json)
        #expect(try text(derived) == json)
        #expect(night.mood == derived.mood && night.parts == derived.parts)
    }

    @Test(arguments: [
        #"{"default":{"name":"b"},"height":2,"limit":3,"version":1,"width":1}"#,
        #"{"day":null,"default":{"name":"b"},"height":2,"limit":3,"version":1,"width":1}"#,
        #"{"day":"a","default":{"name":"b"},"height":2,"version":1,"width":1}"#,
        #"{"day":"a","default":{"name":"b"},"height":2,"limit":3,"mood":"c","width":1}"#,
        #"{"day":"a","default":{},"height":2,"limit":3,"width":1}"#, "[]", "1",
    ])
    func `a message rejects what a derived coding rejects`(json: String) {
        #expect(throws: DecodingError.self) { try self.value(json) as Night }
        #expect(throws: DecodingError.self) { try self.value(json) as DerivedNight }
    }

    @Test func `a null is the absence of an optional`() throws {
        let night: Night = try value(
            #"{"day":"a","default":{"name":"b"},"height":2,"limit":3,"mood":null,"width":1}"#)

        #expect(night.mood == nil)
    }

    @Test func `a message without fields is an object`() throws {
        #expect(try text(Nothing()) == "{}")
        #expect(try value("{}") == Nothing())
        #expect(throws: DecodingError.self) { try self.value("[]") as Nothing }
    }

    @Test func `a message with its own encoding keeps it`() throws {
        #expect(try text(Nulls(value: nil)) == #"{"value":null}"#)
        #expect(try value("{}") == Nulls(value: nil))
    }
}
