extension JSONReader {
    /// A string, which begins at the next byte.
    mutating func string() throws(Malformed) -> String {
        guard peek == UInt8(ascii: "\"") else { throw Malformed(offset: offset) }
        offset += 1
        let start = offset
        while let byte = peek, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"), byte >= 0x20
        {
            offset += 1
        }
        guard peek == UInt8(ascii: "\"") else { return try escapedString(from: start) }
        defer { offset += 1 }
        return try text(bytes[start..<offset], from: start)
    }

    private mutating func escapedString(from start: Int) throws(Malformed) -> String {
        var plain = Array(bytes[start..<offset])
        while let byte = peek {
            offset += 1
            switch byte {
            case UInt8(ascii: "\""): return try text(plain, from: start)
            case UInt8(ascii: "\\"): try appendEscape(to: &plain)
            case 0x20...: plain.append(byte)
            default: throw Malformed(offset: offset - 1)
            }
        }
        throw Malformed(offset: offset)
    }

    private func text(
        _ bytes: some Collection<UInt8>, from start: Int
    ) throws(Malformed) -> String {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw Malformed(offset: start)
        }
        return text
    }

    private mutating func appendEscape(to plain: inout [UInt8]) throws(Malformed) {
        let byte = peek
        offset += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): plain.append(byte ?? 0)
        case UInt8(ascii: "b"): plain.append(0x08)
        case UInt8(ascii: "f"): plain.append(0x0C)
        case UInt8(ascii: "n"): plain.append(0x0A)
        case UInt8(ascii: "r"): plain.append(0x0D)
        case UInt8(ascii: "t"): plain.append(0x09)
        case UInt8(ascii: "u"):
            var unit = try hexadecimal()
            if (0xD800..<0xDC00).contains(unit) {
                // The other half of a character beyond the first plane has to follow.
                guard peek == UInt8(ascii: "\\") else { throw Malformed(offset: offset) }
                offset += 1
                guard peek == UInt8(ascii: "u") else { throw Malformed(offset: offset) }
                offset += 1
                let low = try hexadecimal()
                guard (0xDC00..<0xE000).contains(low) else { throw Malformed(offset: offset) }
                unit = 0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00)
            }
            guard let scalar = Unicode.Scalar(unit) else { throw Malformed(offset: offset) }
            plain.append(contentsOf: String(scalar).utf8)
        default: throw Malformed(offset: offset - 1)
        }
    }

    private mutating func hexadecimal() throws(Malformed) -> UInt32 {
        guard offset + 4 <= bytes.count else { throw Malformed(offset: offset) }
        var unit: UInt32 = 0
        for byte in bytes[offset..<offset + 4] {
            guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
                throw Malformed(offset: offset)
            }
            unit = unit << 4 | UInt32(digit)
        }
        offset += 4
        return unit
    }
}
