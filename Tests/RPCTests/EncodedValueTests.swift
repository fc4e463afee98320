import Foundation
import Testing

@testable import RPC

@Suite struct EncodedValueTests {
    private struct Shelf: Codable, Equatable {
        var first: EncodedValue<[String: [String]]>
        var second: EncodedValue<Double?>
        var last: [EncodedValue<String>]

        static func == (a: Self, b: Self) -> Bool {
            a.first == b.first && a.second == b.second && a.last == b.last
        }
    }

    @Test func `a decoded value keeps its text and is encoded as that text`() throws {
        let text =
            #"{"first": {"b": ["}\"]\\"], "a":[ ]} , "last":["\u0041", "x"],"second": 1.50}"#

        let shelf = try JSONBody.decode(Shelf.self, from: Bytes(text))

        #expect(shelf.first.value == ["b": [#"}"]\"#], "a": []])
        #expect(shelf.first.text.text == #"{"b": ["}\"]\\"], "a":[ ]}"#)
        #expect(shelf.second.text.text == "1.50")
        #expect(shelf.last.map(\.text.text) == [#""\u0041""#, #""x""#])
        let sent = try JSONBody.encode(shelf).text
        #expect(
            sent
                == #"{"first":{"b": ["}\"]\\"], "a":[ ]},"last":["\u0041","x"],"second":1.50}"#)
        #expect(try JSONBody.decode(Shelf.self, from: Bytes(sent)) == shelf)
    }

    @Test func `a created value has the text of its encoding`() throws {
        let written = try EncodedValue(["b": 1, "a": 2])

        #expect(written.text.text == #"{"a":2,"b":1}"#)
        #expect(try JSONBody.encode([written]).text == #"[{"a":2,"b":1}]"#)
    }

    @Test func `a value decoded by Foundation gets a canonical text`() throws {
        let text = Bytes(#"[ {"b": 1.0} ]"#)

        let decoded = try JSONBody.decodeWithFoundation(
            [EncodedValue<[String: Int]>].self, from: text)

        #expect(decoded.map(\.text.text) == [#"{"b":1}"#])
        #expect(try JSONBody.encodeWithFoundation(decoded).text == #"[{"b":1}]"#)
    }
}
