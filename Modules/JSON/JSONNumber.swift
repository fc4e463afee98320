/// Numbers of JSON as the nearest `Double`.
package enum JSONNumber {
    /// The value of the text of a number; nil if it is too large.
    ///
    /// A mantissa up to 2^53 and a power of ten up to 10^22 are exact, so that the division is the only
    /// rounding (W. D. Clinger, How to read floating point numbers accurately, 1990).
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

    private static let powersOfTen: [Double] = [
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
        1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
    ]

    /// Nil if the number needs more than two exact factors, or has an exponent.
    private static func exact(_ text: UnsafeBufferPointer<UInt8>) -> Double? {
        guard text.count <= 18 else { return nil }
        var mantissa: UInt64 = 0
        var places = 0
        var isBehindPoint = false
        for byte in text {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                mantissa = mantissa &* 10 &+ UInt64(byte &- 48)
                if isBehindPoint { places += 1 }
            case UInt8(ascii: "."): isBehindPoint = true
            case UInt8(ascii: "-"): break
            default: return nil
            }
        }
        guard mantissa <= 1 << 53 else { return nil }
        let number = Double(mantissa) / powersOfTen[places]
        return text.first == UInt8(ascii: "-") ? -number : number
    }
}
