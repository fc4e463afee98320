/// Numbers of JSON as the nearest `Double`.
package enum JSONNumber {
    /// The value of the text of a number; nil if it is too large.
    package static func value(_ text: UnsafeBufferPointer<UInt8>) -> Double? {
        if let number = exact(text) { return number }
        let number = Double(String(decoding: text, as: UTF8.self))
        return number?.isFinite == true ? number : nil
    }

    /// The length of the number that the bytes begin with, 0 if they begin with another value. A number
    /// that reaches the end of the bytes may continue behind them.
    package static func length(at bytes: UnsafeBufferPointer<UInt8>) -> Int {
        var index = 0
        func digits() -> Bool {
            let start = index
            while index < bytes.count, bytes[index] &- 48 < 10 { index += 1 }
            return index > start
        }
        func accept(_ byte: UInt8) -> Bool {
            guard index < bytes.count, bytes[index] == byte else { return false }
            index += 1
            return true
        }
        _ = accept(UInt8(ascii: "-"))
        guard accept(UInt8(ascii: "0")) || digits() else { return 0 }
        if accept(UInt8(ascii: ".")) { guard digits() else { return 0 } }
        if accept(UInt8(ascii: "e")) || accept(UInt8(ascii: "E")) {
            if !accept(UInt8(ascii: "+")) { _ = accept(UInt8(ascii: "-")) }
            guard digits() else { return 0 }
        }
        return index
    }

    /// The powers of ten below 2^64.
    private static let powersOfTen: [UInt64] = [
        1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000,
        10_000_000_000, 100_000_000_000, 1_000_000_000_000, 10_000_000_000_000,
        100_000_000_000_000, 1_000_000_000_000_000, 10_000_000_000_000_000,
        100_000_000_000_000_000, 1_000_000_000_000_000_000, 10_000_000_000_000_000_000,
    ]

    /// The number that the text denotes exactly; nil with an exponent, more than 19 digits, or more than
    /// 19 places.
    private static func exact(_ text: UnsafeBufferPointer<UInt8>) -> Double? {
        var mantissa: UInt64 = 0
        var digits = 0
        var places = 0
        var isBehindPoint = false
        for byte in text {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                mantissa = mantissa &* 10 &+ UInt64(byte &- 48)
                digits += 1
                if isBehindPoint { places += 1 }
            case UInt8(ascii: "."): isBehindPoint = true
            case UInt8(ascii: "-"): break
            default: return nil
            }
        }
        guard digits < powersOfTen.count else { return nil }
        let number = quotient(mantissa, powersOfTen[places])
        return text.first == UInt8(ascii: "-") ? -number : number
    }

    /// The nearest `Double` of a quotient.
    private static func quotient(_ dividend: UInt64, _ divisor: UInt64) -> Double {
        // Both are exact, so that the division is the only rounding.
        if dividend <= 1 << 53, divisor <= 1 << 53 { return Double(dividend) / Double(divisor) }
        let (shift, divisorShift) = (dividend.leadingZeroBitCount, divisor.leadingZeroBitCount)
        let shifted = dividend << shift
        let (bits, remainder) = (divisor << divisorShift)
            .dividingFullWidth((shifted >> 1, shifted << 63))
        // The quotient has at least 62 bits. An inexact one is made odd, so that it is not taken for the middle
        // between two numbers.
        let rounded = Double(remainder == 0 ? bits : bits | 1)
        return rounded * Double(sign: .plus, exponent: divisorShift - shift - 63, significand: 1)
    }
}
