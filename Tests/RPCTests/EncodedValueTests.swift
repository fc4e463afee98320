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

    @Test func `a value keeps the text that it was read from, and is sent as that`() throws {
        let text =
            #"{"first": {"b": ["}\"]\\"], "a":[ ]} , "last":["\u0041", "x"],"second": 1.50}"#

        let shelf = try BodyDecoder.decode(Shelf.self, from: Bytes(text))

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

    @Test func `a value made here has the text that it is sent as`() throws {
        let written = try EncodedValue(["b": 1, "a": 2])

        #expect(written.text.text == #"{"a":2,"b":1}"#)
        #expect(try JSONBody.encode([written]).text == #"[{"a":2,"b":1}]"#)
    }

    @Test func `what Foundation reads and writes has a text of our own`() throws {
        let text = Bytes(#"[ {"b": 1.0} ]"#)

        let read = try JSONBody.decodeGenerally([EncodedValue<[String: Int]>].self, from: text)

        #expect(read.map(\.text.text) == [#"{"b":1}"#])
        #expect(try JSONBody.encodeGenerally(read).text == #"[{"b":1}]"#)
    }
}
