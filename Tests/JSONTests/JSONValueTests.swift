import FoundationEssentials
import Randomness
import Testing

@testable import JSON

@Suite struct JSONValueTests {
    private func value(_ text: String) -> JSONValue? {
        try? JSONValue(parsing: Array(text.utf8))
    }

    @Test(arguments: [
        ("null", JSONValue.null), (" true ", .bool(true)), ("false", .bool(false)),
        ("0", .integer(0)), ("-12", .integer(-12)), ("2000.0", .integer(2000)),
        ("1.5e2", .integer(150)), ("-0.25", .number(-0.25)),
        ("9223372036854775808", .number(9_223_372_036_854_775_808)),
        (#""a\"\\\/\b\f\n\r\té""#, .string("a\"\\/\u{8}\u{C}\n\r\té")),
        (#""\u00e9\ud83d\ude00""#, .string("é😀")), ("\"😀\"", .string("😀")),
        ("[]", .array([])), ("{ }", .object([:])),
        (
            "[1,\t[2],\r\n{\"a\":null}]",
            .array([.integer(1), .array([.integer(2)]), .object(["a": .null])])
        ),
        (#"{"a":1,"a":2}"#, .object(["a": .integer(2)])),
    ])
    func `valid JSON is parsed`(text: String, expected: JSONValue) {
        #expect(value(text) == expected)
    }

    @Test(arguments: [
        "", " ", "nul", "True", "+1", "01", "-", "1.", ".5", "1e", "1e999", "NaN", "'a'", "\"a",
        "\"\\x\"", "\"\\u12\"", "\"\\ud83d\"", "\"\\ude00\"", "\"\u{1}\"", "[1,]", "[1 2]", "[",
        "{\"a\"}", "{\"a\":}", "{a:1}", "{\"a\":1,}", "{\"a\":1", "[1]]", "1 2", "\u{FEFF}1",
    ])
    func `invalid JSON is rejected`(text: String) {
        #expect(value(text) == nil)
    }

    @Test func `bytes that are not UTF-8 are rejected`() {
        for bytes in [
            [0x22, 0xFF, 0x22], [0x22, 0xC0, 0x80, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22],
        ] {
            #expect(throws: JSONFault(.encoding, at: 1)) {
                try JSONValue(parsing: bytes.map(UInt8.init))
            }
        }
    }

    @Test(arguments: [
        ("[1, 2 3]", JSONFault(.syntax, at: 6)), ("[1] 2", JSONFault(.syntax, at: 4)),
        ("[true, 1e999]", JSONFault(.number, at: 7)),
        ("[\"\", \"a\\x\"]", JSONFault(.escape, at: 6)),
    ])
    func `a fault has its offset`(text: String, fault: JSONFault) {
        #expect(throws: fault) { try JSONValue(parsing: Array(text.utf8)) }
    }

    @Test func `text with too much nesting is rejected`() {
        let deep = Array(repeating: UInt8(ascii: "["), count: 1_000_000)

        #expect(throws: JSONFault(.depth, at: JSONFault.depthLimit)) {
            try JSONValue(parsing: deep)
        }
    }

    @Test(arguments: 0..<UInt64(300))
    func `written JSON is parsed as Foundation parses it`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let document = Self.anything(&random, depth: 4)

        let text = document.text

        #expect(try JSONValue(parsing: text) == document)
        #expect(try JSONDecoder().decode(JSONValue.self, from: Data(text)) == document)
        #expect(try StrictJSONDecoder.decode(JSONValue.self, from: text) == document)
        #expect(try SortedJSONEncoder.encode(document) == text)
    }

    /// A random value of at most `depth` nested containers.
    static func anything(_ random: inout SplitMix64, depth: Int) -> JSONValue {
        switch random.below(depth > 0 ? 8 : 6) {
        case 0: return .null
        case 1: return .bool(random.below(2) == 0)
        case 2: return .integer(Int64(random.below(2000) - 1000))
        case 3: return JSONValue((Double(random.below(2_000_000)) - 1e6) / 7)
        case 4, 5:
            let letters = ["a", "\"", "\\", "\n", "\u{1}", "é", "😀", "/", "{", "]", "\u{7F}"]
            return .string(
                (0..<random.below(6)).map { _ in letters[random.below(letters.count)] }.joined())
        case 6:
            return .array(
                (0..<random.below(4)).map { _ in anything(&random, depth: depth - 1) })
        default:
            return .object(
                Dictionary(
                    (0..<random.below(4)).map {
                        ("k\($0)\"", anything(&random, depth: depth - 1))
                    }
                ) { $1 })
        }
    }
}
