import Foundation
import JSON
import Randomness
import Testing

@Suite struct StrictJSONDecoderTests {
    private struct Everything: Codable, Equatable {
        var zone: String
        var b: Bool
        var i8: Int8
        var u64: UInt64
        var i64: Int64
        var d: Double
        var none: Int?
        var some: Int?
        var texts: [String]
        var list: [[Int]]
        var map: [String: Double]
        var counted: [Int: String]
        var inner: Inner
        var choice: Choice
    }

    private struct Inner: Codable, Equatable {
        var a = 1
        var b: String? = "x"
    }

    private enum Choice: Codable, Equatable {
        case some(Int, name: String)
        case other
    }

    private static let everything = """
        {"zone": "Europe/Berlin", "b": true, "i8": -128, "u64": 18446744073709551615,
        "i64": -9223372036854775808, "d": 0.1, "none": null, "texts": ["a", "ä", "\\ud83d\\ude00\\n", ""],
        "list": [[], [1], [2, 3]], "map": {"z": 1.5, "a": 2, "é": -3e-2}, "counted": {"3": "c"},
        "inner": {"a": 7}, "choice": {"some": {"_0": 1, "name": "x"}}, "unknown": [{"x": [null]}]}
        """

    /// Expects the value, or a failure, as with Foundation. Text that is not strict JSON has to fail in any
    /// case, and so does a whole number that Foundation has rounded (`isRounded`).
    private func expectSame<Value: Decodable & Equatable>(
        _ type: Value.Type, _ text: [UInt8], isRead: Bool? = nil,
        isRounded: (Value) -> Bool = { _ in false }
    ) {
        let general = try? JSONDecoder().decode(type, from: Data(text))
        let value = try? decode(type, text)
        let isStrict = fault(text) == nil

        let shown = String(decoding: text, as: UTF8.self)
        let isRefused = !isStrict || value == nil && general.map(isRounded) ?? false
        #expect(value == (isRefused ? nil : general), "\(shown)")
        if let isRead { #expect((value != nil) == isRead, "\(shown)") }
    }

    private func expectSame<Value: Decodable & Equatable>(
        _ type: Value.Type, _ text: String, isRead: Bool? = nil
    ) {
        expectSame(type, Array(text.utf8), isRead: isRead)
    }

    @Test func `every kind of value is decoded as by Foundation`() {
        expectSame(Everything.self, Self.everything, isRead: true)
        expectSame([Inner].self, #"[{"a":1,"b":null},{"b":"x","a":-1}]"#, isRead: true)
        expectSame(Inner.self, #"{"a":1,"b":"x","a":2}"#, isRead: true)
        expectSame(Choice.self, #"{"other":{}}"#, isRead: true)
        expectSame([Double?].self, "[null, 1, 2.5]", isRead: true)
        expectSame(String.self, #" "x" "#, isRead: true)
        expectSame([String: String].self, #"{"é":"\n","a":"","a":"b"}"#, isRead: true)
        expectSame([String: Double].self, #"{"a":1,"b":null}"#, isRead: false)
        expectSame([String: Double].self, "[1]", isRead: false)
        expectSame([Date].self, "[1.5]", isRead: true)
        expectSame([Float].self, "[1.5]", isRead: true)
        expectSame([Float].self, "[1e39]", isRead: false)
        expectSame([Int].self, "[1.0, 1e3]", isRead: true)
        expectSame([Int].self, "[1.5]", isRead: false)
        expectSame([Data].self, #"["AAE="]"#, isRead: true)
        expectSame([Data].self, #"["A"]"#, isRead: false)
        expectSame([URL].self, #"["file:///a"]"#, isRead: true)
    }

    @Test func `numbers are decoded as by Foundation`() {
        var random = SplitMix64(seed: 5)
        var texts = [
            "0", "-0", "0.0", "-0.0", "1e22", "1e23", "1e-22", "9007199254740993", "0.1", "1E+2",
            "123456789012345680", "1.7976931348623157e308", "4.9e-324", "1e400", "-1",
            "0.000000000000000001", "9223372036854775807", "9223372036854775808", "128", "-129",
        ]
        for _ in 0..<3000 {
            let number = Double(bitPattern: random.next())
            if number.isFinite { texts.append("\(number)") }
            texts.append("\(Double(random.below(1_000_000)) / 1000)")
            texts.append("-\(random.below(1000)).\(random.next() >> random.below(64))")
            texts.append("\(random.next() >> random.below(64)).\(random.below(1000))")
        }
        let exact = 1 << 53
        for text in texts {
            let bytes = Array("[\(text)]".utf8)
            let isFraction = text.contains { ".eE".contains($0) }
            expectSame([Double].self, bytes)
            expectSame([Int64].self, bytes) { isFraction && $0[0].magnitude > exact }
            expectSame([Int8].self, bytes)
            expectSame([UInt64].self, bytes) { isFraction && $0[0] > exact }
        }
    }

    @Test(arguments: ["9007199254740994.0", "1e16", "18446744073709551.5", "-9.007199254740994e15"])
    func `a whole number beyond 2^53 with a point or an exponent is refused`(text: String) {
        #expect(throws: DecodingError.self) {
            try decode([Int64].self, "[\(text)]")
        }
    }

    @Test func `a number below the smallest double is zero`() throws {
        #expect(try decode([Double].self, "[1e-400, -1e-400]") == [0, 0])
    }

    @Test func `objects with many members are decoded like small ones`() {
        let members = (0..<100).map { #""key\#($0)":\#($0)"# }
        expectSame(
            [String: Int].self, "{\(members.joined(separator: ","))}", isRead: true)
        expectSame(
            [String: Int].self, #"{\#(members.joined(separator: ",")),"key3":-3}"#, isRead: true)
    }

    @Test(arguments: [
        " ", "{", "}", "[", "[1,]", "[,1]", "[1 2]", #"{"a"}"#, #"{"a":}"#, #"{"a":1,}"#,
        #"{a:1}"#, "[01]", "[1.]", "[.5]", "[+1]", "[1e]", "[-]", "[NaN]", "[tru]", "[truex]",
        #"["\x"]"#, #"["\u12"]"#, #"["\ud800"]"#, #"["\udc00"]"#, #"["\ud800\u0041"]"#,
        "[\"\u{1}\"]",
        #"["a]"#, "[1]x", "[1][", "\u{feff}[1]", "[[]]]", #"{"a":1"#, "nul", #""\"#, "[\"\t\"]",
    ])
    func `malformed JSON is refused, even if Foundation accepts it`(text: String) {
        expectSame([Int].self, text, isRead: false)
        expectSame([String].self, text, isRead: false)
        expectSame([String: Int].self, text, isRead: false)
        expectSame(Inner.self, text, isRead: false)
        expectSame(String.self, text, isRead: false)
    }

    @Test func `text that is not UTF-8 is refused`() {
        expectSame([String].self, Array("[\"a".utf8) + [0xFF] + Array("\"]".utf8), isRead: false)
        #expect(throws: (any Error).self) {
            try decode([String].self, [0x5B, 0x22, 0xC3, 0x22, 0x5D] as [UInt8])
        }
    }

    @Test func `deeply nested text is refused without a crash`() {
        let deep = String(repeating: "[", count: 100_000)
        expectSame([Int].self, deep, isRead: false)
        expectSame(
            [String: Int].self, #"{"x":\#(String(repeating: "[", count: 300))"#, isRead: false)
        let closed = String(repeating: "[", count: 300) + String(repeating: "]", count: 300)
        expectSame(Inner.self, #"{"a":1,"x":\#(closed)}"#, isRead: false)
    }

    @Test(arguments: [
        (#"{"a":"x"}"#, "\"a\" is not a whole number"),
        (#"{"b":"x"}"#, "\"a\" is missing in the body"),
        (#"{"a":null}"#, "\"a\" is null"), (#"{"a":1.5}"#, "\"a\" is malformed"),
        (#"[]"#, "the body is not an object"),
    ])
    func `an error names the problem and its path`(text: String, summary: String) {
        let error = #expect(throws: DecodingError.self) {
            try decode(Inner.self, text)
        }

        #expect(error?.summary == summary)
    }

    @Test func `an error has the full path of its value`() {
        let text = Self.everything.replacingOccurrences(of: "[2, 3]", with: "[2, true]")

        let error = #expect(throws: DecodingError.self) {
            try decode(Everything.self, text)
        }

        #expect(error?.summary == "\"list.2.1\" is not a whole number")
    }

    @Test(arguments: 1...400) func `mutated text is decoded or refused as by Foundation`(seed: Int)
    {
        var random = SplitMix64(seed: UInt64(seed))
        for _ in 0..<20 {
            var text = Array(Self.everything.utf8)
            for _ in 0...random.below(3) {
                let position = random.below(text.count)
                let characters = Array(#"{}[]":,\-.0eE9tn "#.utf8)
                text[position] = characters[random.below(characters.count)]
            }
            expectSame(Everything.self, text) {
                $0.u64 < .max && $0.u64 > 1 << 53 || $0.i64 > .min && $0.i64.magnitude > 1 << 53
            }
        }
    }

    /// Tries one type after another, like a value with several forms.
    private enum Either: Decodable, Equatable {
        case whole(Int), number(Double), text(String)

        init(from decoder: any Decoder) throws {
            let value = try decoder.singleValueContainer()
            if let whole = try? value.decode(Int.self) {
                self = .whole(whole)
            } else if let number = try? value.decode(Double.self) {
                self = .number(number)
            } else {
                self = .text(try value.decode(String.self))
            }
        }
    }

    @Test func `a type may try several forms of its value`() {
        expectSame([Either].self, #"[1, 1.5, "x", 99999999999999999999]"#, isRead: true)
        expectSame([Either].self, "[2.0]", isRead: true)
        expectSame([Either].self, "[true]", isRead: false)
    }

    /// Uses nested containers.
    private struct Nested: Decodable, Equatable {
        var numbers: [Int] = []
        var keys: [String] = []

        private struct AnyKey: CodingKey {
            var stringValue: String
            var intValue: Int? { nil }
            init?(stringValue: String) { self.stringValue = stringValue }
            init?(intValue: Int) { nil }
        }

        init(from decoder: any Decoder) throws {
            let object = try decoder.container(keyedBy: AnyKey.self)
            keys = object.allKeys.map(\.stringValue).sorted()
            for key in object.allKeys {
                var list = try object.nestedUnkeyedContainer(forKey: key)
                while !list.isAtEnd {
                    if try list.decodeNil() { continue }
                    numbers.append(try list.decode(Int.self))
                }
            }
            numbers.sort()
        }
    }

    @Test func `nested containers are decoded`() {
        expectSame(Nested.self, #"{"b":[1,null,2],"a":[],"c":[3]}"#, isRead: true)
        expectSame(Nested.self, #"{"b":[1,null,2],"a":{}}"#, isRead: false)
    }
}
