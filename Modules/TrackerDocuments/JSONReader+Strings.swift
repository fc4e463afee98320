import JSON

extension JSONReader {
    /// Reads a string that begins at the next byte.
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
            case UInt8(ascii: "\\"):
                var rest = bytes[offset...]
                let isEscape = JSONEscape.read(from: &rest, into: &plain)
                offset = rest.startIndex
                guard isEscape else { throw Malformed(offset: offset) }
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
}
