import Randomness
import Testing

@testable import AppleHealth

struct NumberTests {
    @Test(arguments: [
        ("0", 0.0), ("7", 7), ("-7", -7), ("0.1", 0.1), ("48.74499999999999", 48.74499999999999),
        ("5.19412346680959", 5.19412346680959), ("0.12345678901234567", 0.12345678901234567),
        ("900719925474099.3", 900_719_925_474_099.25),
        ("0000123456789012345.678901234567890", 123_456_789_012_345.67),
        ("9007199254740993", nil), ("18446744073709551617", nil),
        ("1." + String(repeating: "0", count: 1098), 1),
        ("1." + String(repeating: "0", count: 1099), nil),
        ("123456789012345678901234567890", nil),
        ("1e3", 1000), ("1.5E-3", 0.0015), ("1e+2", 100), ("7.", 7), ("007.50", 7.5),
        ("0.000000000000000000001", 1e-21), ("3.141592653589793238462643", 3.141592653589793),
        ("1e400", nil), ("-1e400", nil), ("nan", nil), ("NaN", nil), ("inf", nil), ("0x1p3", nil),
        ("", nil), ("-", nil), (".5", nil), ("+5", nil), ("1,5", nil), ("1 ", nil), (" 1", nil),
        ("1e", nil), ("1e+", nil), ("1.2.3", nil), ("--1", nil), ("12a", nil), ("١٢", nil),
    ])
    func `a number is the nearest double or is rejected`(text: String, expected: Double?) throws {
        let scan = try Scan(
            body: record() + record(type: "HKQuantityTypeIdentifierNew", value: text))

        #expect(scan.values.dropFirst().first == expected)
        #expect(scan.quarantined.count == (expected == nil ? 1 : 0))
    }

    @Test func `short decimals equal those of the standard library`() {
        var random = SplitMix64(seed: 11)

        for _ in 0..<20_000 {
            let digits = 1 + random.below(19)
            var text = (0..<digits).map { _ in String(random.below(10)) }.joined()
            if random.below(3) > 0 {
                text.insert(
                    ".", at: text.index(text.startIndex, offsetBy: 1 + random.below(digits)))
            }
            if random.below(4) == 0 { text = "-" + text }
            let number = Array(text.utf8).withUnsafeBufferPointer { bytes in
                bytes.baseAddress.flatMap { DecimalParser.value(ByteSlice($0, bytes.count)) }
            }
            if number != Double(text) { Issue.record("seed 11: \(text)") }
        }
    }
}
