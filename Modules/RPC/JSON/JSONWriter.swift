/// JSON as it is written, from front to back.
struct JSONWriter {
    private(set) var bytes: [UInt8] = []

    mutating func append(_ byte: Unicode.Scalar) {
        bytes.append(UInt8(ascii: byte))
    }

    mutating func append(raw text: String) {
        bytes.append(contentsOf: text.utf8)
    }

    /// The shortest text that reads back as the same number; whole numbers without a point.
    mutating func append(number: some BinaryFloatingPoint & LosslessStringConvertible) {
        let text = number.description
        bytes.append(contentsOf: text.hasSuffix(".0") ? text.utf8.dropLast(2) : text.utf8[...])
    }

    /// In quotes, with escapes where JSON needs them.
    mutating func append(text: String) {
        var text = text
        append("\"")
        text.withUTF8 { utf8 in
            var first = 0
            for (index, byte) in utf8.enumerated()
            where byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
                bytes.append(contentsOf: utf8[first..<index])
                append(escaped: byte)
                first = index + 1
            }
            bytes.append(contentsOf: utf8[first...])
        }
        append("\"")
    }

    private mutating func append(escaped byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""): append(raw: #"\""#)
        case UInt8(ascii: "\\"): append(raw: #"\\"#)
        case 0x08: append(raw: #"\b"#)
        case 0x09: append(raw: #"\t"#)
        case 0x0a: append(raw: #"\n"#)
        case 0x0c: append(raw: #"\f"#)
        case 0x0d: append(raw: #"\r"#)
        default:
            append(raw: byte < 0x10 ? #"\u000"# : #"\u00"#)
            append(raw: String(byte, radix: 16))
        }
    }

    /// Puts these parts of the text from `start` on, with commas between, in place of what is there.
    mutating func reorder(from start: Int, _ parts: [Range<Int>]) {
        var ordered: [UInt8] = []
        ordered.reserveCapacity(bytes.count - start)
        for part in parts {
            if !ordered.isEmpty { ordered.append(UInt8(ascii: ",")) }
            ordered += bytes[part]
        }
        bytes.replaceSubrange(start..., with: ordered)
    }
}
