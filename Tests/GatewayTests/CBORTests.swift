import Testing

@testable import Gateway

@Suite struct CBORTests {
    private static func bytes(_ hex: String) -> [UInt8] {
        let digits = Array(hex)
        return stride(from: 0, to: digits.count - 1, by: 2).compactMap {
            UInt8(String(digits[$0...$0 + 1]), radix: 16)
        }
    }

    @Test(arguments: [
        ("00", CBOR.unsigned(0)), ("17", .unsigned(23)), ("1818", .unsigned(24)),
        ("1903e8", .unsigned(1000)), ("1bffffffffffffffff", .unsigned(.max)),
        ("20", .negative(0)), ("26", .negative(6)), ("3bffffffffffffffff", .negative(.max)),
        ("40", .bytes([])), ("420102", .bytes([1, 2])), ("6161", .text("a")), ("80", .array([])),
        ("8201f6", .array([.unsigned(1), .null])), ("a0", .map([:])),
        ("a10126", .map([.unsigned(1): .negative(6)])), ("f4", .bool(false)), ("f5", .bool(true)),
    ])
    func `a canonical value is read`(hex: String, value: CBOR) {
        #expect(CBOR(Self.bytes(hex)) == value)
    }

    @Test(arguments: [
        "", "18", "1817", "1900ff", "1a0000ffff", "1b00000000ffffffff", "1c", "1f", "41", "42ff",
        "5bffffffffffffffff", "7b7fffffffffffffff", "61ff", "9f00ff", "5f4100ff", "bf00ff",
        "9bffffffffffffffff", "bbffffffffffffffff", "9841", "a1", "a101", "a201020103", "c000",
        "f7", "f97e00", "fb0000000000000000", "ff", "0000", "818181818100",
        "b84000", "bb0000000000000001",
    ])
    func `another form is refused`(hex: String) {
        #expect(CBOR(Self.bytes(hex)) == nil)
    }

    @Test func `no truncation of a value is a value`() {
        let value = Self.bytes("a363666d74646e6f6e656761747453746d74a0686175746844617461420102")

        #expect(CBOR(value)?[.text("fmt")] == .text("none"))
        for count in value.indices {
            #expect(CBOR(value[..<count]) == nil)
        }
    }

    @Test func `no bytes crash the reader`() {
        for first in UInt8.min ... .max {
            for second in UInt8.min ... .max {
                _ = CBOR([first, second])
                _ = CBOR([first, second, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0])
            }
        }
    }
}
