/// A simple parser of RFC 8259, with which Dayline's parsers must agree.
struct StrictJSON {
    /// Maximum depth of nested arrays and objects.
    private static let depthLimit = 256

    private let bytes: UnsafeRawBufferPointer
    private var offset = 0
    private var depth = 0
    /// The keys of the outermost object.
    private var keys: [String] = []

    /// The keys of a text that is one object in UTF-8; nil if it is not.
    static func keys(of bytes: UnsafeRawBufferPointer) -> [String]? {
        guard String(validating: bytes, as: UTF8.self) != nil else { return nil }
        var reader = Self(bytes)
        reader.skipBlanks()
        guard reader.peek == UInt8(ascii: "{"), reader.value() else { return nil }
        reader.skipBlanks()
        return reader.peek == nil ? reader.keys : nil
    }

    private init(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
    }

    private var peek: UInt8? { offset < bytes.count ? bytes[offset] : nil }

    private mutating func skipBlanks() {
        while let byte = peek, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { offset += 1 }
    }

    private mutating func accept(_ character: Unicode.Scalar) -> Bool {
        guard peek == UInt8(ascii: character) else { return false }
        offset += 1
        return true
    }

    private mutating func accept(word: StaticString) -> Bool {
        for index in 0..<word.utf8CodeUnitCount {
            guard accept(Unicode.Scalar(word.utf8Start[index])) else { return false }
        }
        return true
    }

    private mutating func value() -> Bool {
        skipBlanks()
        switch peek {
        case UInt8(ascii: "{"): return container(until: "}", of: { $0.member() })
        case UInt8(ascii: "["): return container(until: "]", of: { $0.value() })
        case UInt8(ascii: "\""): return string() != nil
        case UInt8(ascii: "t"): return accept(word: "true")
        case UInt8(ascii: "f"): return accept(word: "false")
        case UInt8(ascii: "n"): return accept(word: "null")
        default: return number()
        }
    }

    private mutating func container(
        until end: Unicode.Scalar, of part: (inout Self) -> Bool
    ) -> Bool {
        offset += 1
        depth += 1
        guard depth <= Self.depthLimit else { return false }
        skipBlanks()
        var isFirst = true
        while !accept(end) {
            guard isFirst || accept(","), part(&self) else { return false }
            isFirst = false
            skipBlanks()
        }
        depth -= 1
        return true
    }

    private mutating func member() -> Bool {
        skipBlanks()
        guard let key = string() else { return false }
        if depth == 1 { keys.append(key) }
        skipBlanks()
        return accept(":") && value()
    }

    private mutating func string() -> String? {
        guard accept("\"") else { return nil }
        var units: [UInt8] = []
        while let byte = peek, byte != UInt8(ascii: "\"") {
            guard byte >= 0x20 else { return nil }
            offset += 1
            if byte == UInt8(ascii: "\\") {
                guard let scalar = escape() else { return nil }
                units += Array(String(scalar).utf8)
            } else {
                units.append(byte)
            }
        }
        return accept("\"") ? String(decoding: units, as: UTF8.self) : nil
    }

    private mutating func escape() -> Unicode.Scalar? {
        guard let byte = peek else { return nil }
        offset += 1
        switch Unicode.Scalar(byte) {
        case "\"", "\\", "/": return Unicode.Scalar(byte)
        case "b": return "\u{8}"
        case "f": return "\u{C}"
        case "n": return "\n"
        case "r": return "\r"
        case "t": return "\t"
        case "u":
            guard let unit = hexadecimal() else { return nil }
            guard UTF16.isLeadSurrogate(unit) else { return Unicode.Scalar(unit) }
            guard accept("\\"), accept("u"), let next = hexadecimal(),
                UTF16.isTrailSurrogate(next)
            else { return nil }
            return Unicode.Scalar(
                0x10000 + (UInt32(unit) - 0xD800) << 10 + (UInt32(next) - 0xDC00))
        default: return nil
        }
    }

    private mutating func hexadecimal() -> UInt16? {
        guard offset + 4 <= bytes.count else { return nil }
        let digits = bytes[offset..<(offset + 4)]
        offset += 4
        guard digits.allSatisfy({ $0 < 0x80 && Character(Unicode.Scalar($0)).isHexDigit }) else {
            return nil
        }
        return UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
    }

    private mutating func number() -> Bool {
        _ = accept("-")
        if !accept("0") { guard digits() else { return false } }
        if accept(".") { guard digits() else { return false } }
        if accept("e") || accept("E") {
            if !accept("+") { _ = accept("-") }
            guard digits() else { return false }
        }
        return true
    }

    private mutating func digits() -> Bool {
        let start = offset
        while let byte = peek, (0x30...0x39).contains(byte) { offset += 1 }
        return offset > start
    }
}
