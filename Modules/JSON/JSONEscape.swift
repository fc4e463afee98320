/// Escape sequences in JSON strings: RFC 8259, section 7.
package enum JSONEscape {
    /// Appends the character of an escape sequence as UTF-8. `rest` begins behind the backslash, and
    /// afterwards behind the sequence.
    /// - Returns: False if the sequence is malformed; `rest` then begins behind the offending byte.
    package static func read(
        from rest: inout Slice<UnsafeBufferPointer<UInt8>>, into plain: inout [UInt8]
    ) -> Bool {
        switch rest.popFirst() {
        case let byte? where byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\"):
            plain.append(byte)
        case UInt8(ascii: "/"): plain.append(UInt8(ascii: "/"))
        case UInt8(ascii: "b"): plain.append(0x08)
        case UInt8(ascii: "f"): plain.append(0x0C)
        case UInt8(ascii: "n"): plain.append(0x0A)
        case UInt8(ascii: "r"): plain.append(0x0D)
        case UInt8(ascii: "t"): plain.append(0x09)
        case UInt8(ascii: "u"):
            guard let scalar = scalar(&rest) else { return false }
            plain += String(scalar).utf8
        default: return false
        }
        return true
    }

    /// The character of a `\u` sequence: four hexadecimal digits, or a pair of surrogates.
    private static func scalar(
        _ rest: inout Slice<UnsafeBufferPointer<UInt8>>
    ) -> Unicode.Scalar? {
        guard var unit = hexadecimal(&rest) else { return nil }
        if (0xD800..<0xDC00).contains(unit) {
            // A high surrogate has to be followed by a low one.
            guard rest.popFirst() == UInt8(ascii: "\\"), rest.popFirst() == UInt8(ascii: "u"),
                let low = hexadecimal(&rest), (0xDC00..<0xE000).contains(low)
            else { return nil }
            unit = 0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00)
        }
        return Unicode.Scalar(unit)
    }

    private static func hexadecimal(_ rest: inout Slice<UnsafeBufferPointer<UInt8>>) -> UInt32? {
        var unit: UInt32 = 0
        for _ in 0..<4 {
            guard let byte = rest.popFirst(),
                let digit = Character(Unicode.Scalar(byte)).hexDigitValue
            else { return nil }
            unit = unit << 4 | UInt32(digit)
        }
        return unit
    }
}
