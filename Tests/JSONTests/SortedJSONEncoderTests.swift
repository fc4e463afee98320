import Foundation
import Randomness
import Testing

@testable import JSON

@Suite struct SortedJSONEncoderTests {
    private struct Everything: Codable {
        var zone = "Europe/Berlin"
        var b = true
        var i8: Int8 = -128
        var u64 = UInt64.max
        var i64 = Int64.min
        var f: Float = 0.1
        var d = 0.1
        var none: Int?
        var some: Int? = 3
        var texts = ["a", "ä", "\u{1F600}", ""]
        var list: [[Int]] = [[], [1], [2, 3]]
        var map = ["z": 1.5, "a": 2, "é": 3]
        var counted = [3: "three", 1: "one"]
        var inner = Inner()
        var choice = Choice.some(1, name: "x")
        var nothing = Nothing()
    }

    /// An object without keys.
    private struct Nothing: Codable {
        init() {}
        init(from decoder: any Decoder) throws {}

        func encode(to encoder: any Encoder) throws {
            _ = encoder.container(keyedBy: JSONPathKey.self)
        }
    }

    private struct Inner: Codable {
        var a = 1
        var b = "x"
    }

    private enum Choice: Codable {
        case some(Int, name: String)
    }

    private func expectSame(_ value: some Encodable, isWritten: Bool = true) throws {
        let general = try SortedJSONEncoder.encodeWithFoundation(value)

        #expect(try SortedJSONEncoder.encode(value) == general)
        let written = try SortedJSONEncoder.encodeDirectly(value)
        #expect((written != nil) == isWritten)
    }

    @Test func `every kind of value is encoded as by Foundation`() throws {
        var everything = Everything()
        everything.none = nil
        try expectSame(everything)
        try expectSame([Choice.some(1, name: "x"), .some(2, name: "y")])
        try expectSame(Inner())
        try expectSame([Inner(), Inner()])
        try expectSame(everything.map)
        try expectSame(everything.counted)
        try expectSame(everything.texts)
        try expectSame(everything.list)
        try expectSame([everything.i64])
        try expectSame([everything.u64])
        try expectSame([everything.f])
        try expectSame(["x": everything.some, "y": everything.none])
        try expectSame(["x": [Nothing()]])
    }

    @Test func `every character is encoded as by Foundation`() throws {
        let all = (0...0x2ff).compactMap(UnicodeScalar.init).map { String(Character($0)) }

        try expectSame(all)
        try expectSame(all.joined())
        try expectSame(Dictionary(uniqueKeysWithValues: all.map { ($0, 1) }))
        try expectSame(Dictionary(uniqueKeysWithValues: all.map { ($0, 0.5) }))
        try expectSame(Dictionary(uniqueKeysWithValues: all.map { ($0, $0) }))
    }

    @Test(arguments: [UInt64(1), 2, 3])
    func `numbers are encoded as by Foundation`(seed: UInt64) throws {
        var generator = SplitMix64(seed: seed)
        let random = (0..<5000).map { _ in
            Double(bitPattern: UInt64.random(in: .min ... .max, using: &generator))
        }
        let some = [
            0, -0.0, 1, -1, 1e15, 1e16, 1e17, 1e22, 123456789012345680,
            Double.leastNonzeroMagnitude, 0.1 + 0.2,
        ]

        try expectSame(random.filter(\.isFinite))
        try expectSame(some)
        try expectSame(some.map { ["v": $0] })
    }

    @Test func `types with a special encoding are left to Foundation`() throws {
        try expectSame(["at": Date(timeIntervalSince1970: 0)], isWritten: false)
        try expectSame(["data": Data([1, 2])], isWritten: false)
        try expectSame([URL(filePath: "/a b")], isWritten: false)
        #expect(throws: EncodingError.self) { try SortedJSONEncoder.encode(["v": Double.nan]) }
        #expect(throws: EncodingError.self) { try SortedJSONEncoder.encode([Double.infinity]) }
    }

    /// Encodes its keys out of order, optionally one of them twice, and some through another value.
    private struct Unordered: Encodable {
        var repeats: Bool

        private enum Key: String, CodingKey { case z, m, a }

        func encode(to encoder: any Encoder) throws {
            var keys = encoder.container(keyedBy: Key.self)
            try keys.encode([1, 2], forKey: .z)
            try Inner().encode(to: encoder)
            try keys.encode("x", forKey: .m)
            if repeats { try keys.encode("y", forKey: .m) }
        }
    }

    @Test func `keys are sorted regardless of their order`() throws {
        try expectSame(Unordered(repeats: false))
        try expectSame(Unordered(repeats: true), isWritten: false)
        try expectSame([Unordered(repeats: false), Unordered(repeats: false)])
    }

    /// Uses nested containers and, with `continuesEarlier`, continues an earlier one.
    private struct Nested: Encodable {
        var continuesEarlier: Bool

        private enum Key: String, CodingKey { case list, map, last, inner }

        func encode(to encoder: any Encoder) throws {
            var keys = encoder.container(keyedBy: Key.self)
            var map = keys.nestedContainer(keyedBy: Key.self, forKey: .map)
            try map.encode(1, forKey: .list)
            try map.encode(2, forKey: .inner)
            var list = keys.nestedUnkeyedContainer(forKey: .list)
            try list.encode("a")
            var inner = list.nestedContainer(keyedBy: Key.self)
            try inner.encode(3, forKey: .last)
            try list.encode("b")
            if continuesEarlier { try map.encode(4, forKey: .last) }
            _ = keys.nestedUnkeyedContainer(forKey: .inner)
            try keys.encode("z", forKey: .last)
        }
    }

    @Test func `nested containers are encoded or left to Foundation`() throws {
        try expectSame(Nested(continuesEarlier: false))
        try expectSame([Nested(continuesEarlier: false), Nested(continuesEarlier: false)])
        try expectSame(Nested(continuesEarlier: true), isWritten: false)
    }

    @Test func `an error of a value's own encoding is rethrown`() {
        struct Refusal: Error {}
        struct Refusing: Encodable {
            func encode(to encoder: any Encoder) throws { throw Refusal() }
        }

        #expect(throws: Refusal.self) { try SortedJSONEncoder.encode([Refusing()]) }
    }
}
