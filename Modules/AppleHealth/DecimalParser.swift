/// Parses the numbers of an export: decimals, some with an exponent.
enum DecimalParser {
    /// The number that `text` consists of; nil if it is not a number or exceeds a double.
    static func value(_ text: ByteSlice) -> Double? {
        guard let (value, next) = short(text.start, before: text.end), next == text.end else {
            return long(text)
        }
        return value
    }

    /// A number of at most 18 digits at `start` and its end; nil if it has another form or cannot be
    /// rounded correctly by one division.
    @inline(__always)
    static func short(
        _ start: UnsafePointer<UInt8>, before end: UnsafePointer<UInt8>
    ) -> (value: Double, next: UnsafePointer<UInt8>)? {
        var position = start
        var mantissa: UInt64 = 0
        let isNegative = position < end && position.pointee == UInt8(ascii: "-")
        if isNegative { position += 1 }
        let first = position
        while position < end, position.pointee &- 0x30 <= 9 {
            mantissa = mantissa &* 10 &+ UInt64(position.pointee &- 0x30)
            position += 1
        }
        var scale = 0
        if position < end, position.pointee == UInt8(ascii: "."), position > first {
            let point = position
            position += 1
            while position < end, position.pointee &- 0x30 <= 9 {
                mantissa = mantissa &* 10 &+ UInt64(position.pointee &- 0x30)
                position += 1
            }
            scale = position - point - 1
        }
        // Both operands are exact, so that the quotient is the nearest double.
        guard position > first, position - first <= 19, scale <= 18, mantissa <= 1 << 53 else {
            return nil
        }
        let quotient = Double(mantissa) / power(scale)
        return (isNegative ? -quotient : quotient, position)
    }

    private static func long(_ text: ByteSlice) -> Double? {
        guard text.count <= maximumLength, isDecimal(text),
            let value = Double(String(decoding: text.buffer, as: UTF8.self)), value.isFinite
        else { return nil }
        return value
    }

    /// Maximum length; no double needs more digits.
    private static let maximumLength = 1100

    /// True for `-?digits(.digits?)?(e±digits)?`; the standard library accepts more forms.
    private static func isDecimal(_ text: ByteSlice) -> Bool {
        var rest = text.buffer[...]
        func digits() -> Int {
            let count = rest.prefix { $0 >= 0x30 && $0 <= 0x39 }.count
            rest = rest.dropFirst(count)
            return count
        }
        func accept(_ bytes: UInt8...) -> Bool {
            guard let byte = rest.first, bytes.contains(byte) else { return false }
            rest = rest.dropFirst()
            return true
        }
        _ = accept(UInt8(ascii: "-"))
        guard digits() > 0 else { return false }
        if accept(UInt8(ascii: ".")) { _ = digits() }
        if accept(UInt8(ascii: "e"), UInt8(ascii: "E")) {
            _ = accept(UInt8(ascii: "-"), UInt8(ascii: "+"))
            guard digits() > 0 else { return false }
        }
        return rest.isEmpty
    }

    @inline(__always)
    private static func power(_ scale: Int) -> Double {
        powers[scale]
    }

    private static let powers: [19 of Double] = [
        1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
        1e17, 1e18,
    ]
}
