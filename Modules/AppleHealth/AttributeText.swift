/// Decodes the bytes of an attribute.
enum AttributeText {
    /// The text with entities resolved and line breaks as spaces, as XML defines it; invalid UTF-8
    /// and control characters become U+FFFD.
    static func string(_ bytes: ByteSlice) -> String {
        let isPlain = bytes.buffer.allSatisfy { $0 != .ampersand && $0 >= 0x20 }
        if isPlain { return String(decoding: bytes.buffer, as: UTF8.self) }
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var position = bytes.start
        while position < bytes.end {
            let byte = position.pointee
            if byte == .ampersand, let (scalar, next) = entity(position, before: bytes.end) {
                let isControl = scalar.value < 0x20 && !isTabOrLineBreak(UInt8(scalar.value))
                result += isControl ? replacement : Array(String(scalar).utf8)
                position = next
                continue
            }
            if byte >= 0x20 {
                result.append(byte)
            } else if isTabOrLineBreak(byte) {
                result.append(.space)
            } else {
                result += replacement
            }
            position += 1
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static let replacement = Array("\u{FFFD}".utf8)

    private static func isTabOrLineBreak(_ byte: UInt8) -> Bool {
        byte == 0x09 || byte == 0x0A || byte == 0x0D
    }

    /// The result of `body` for the bytes, or if that is nil, for the bytes with entities resolved.
    static func resolving<Value>(
        _ bytes: ByteSlice, _ body: (ByteSlice) -> Value?
    ) -> Value? {
        if let value = body(bytes) { return value }
        guard bytes.first(.ampersand) != nil else { return nil }
        let text = Array(string(bytes).utf8)
        return text.withUnsafeBufferPointer { text in
            text.baseAddress.flatMap { body(ByteSlice($0, text.count)) }
        }
    }

    /// Length of the longest entity, `&#x10FFFF;`, with some leading zeros.
    private static let maximumEntity = 16

    private static func entity(
        _ start: UnsafePointer<UInt8>, before end: UnsafePointer<UInt8>
    ) -> (Unicode.Scalar, UnsafePointer<UInt8>)? {
        let limit = min(end, start + maximumEntity)
        guard let semicolon = start.first(UInt8(ascii: ";"), before: limit) else { return nil }
        let name = ByteSlice(start + 1, to: semicolon)
        let scalar: Unicode.Scalar? =
            switch name {
            case _ where name.equals("amp"): "&"
            case _ where name.equals("lt"): "<"
            case _ where name.equals("gt"): ">"
            case _ where name.equals("quot"): "\""
            case _ where name.equals("apos"): "'"
            default: numericEntity(name)
            }
        return scalar.map { ($0, semicolon + 1) }
    }

    private static func numericEntity(_ name: ByteSlice) -> Unicode.Scalar? {
        guard name.starts(with: "#") else { return nil }
        let isHexadecimal = name.starts(with: "#x") || name.starts(with: "#X")
        let digits = name.buffer.dropFirst(isHexadecimal ? 2 : 1)
        guard !digits.isEmpty, digits.allSatisfy({ $0.isHexadecimalDigit }),
            let number = UInt32(
                String(decoding: digits, as: UTF8.self), radix: isHexadecimal ? 16 : 10)
        else { return nil }
        return Unicode.Scalar(number) ?? "\u{FFFD}"
    }
}

extension UInt8 {
    fileprivate var isHexadecimalDigit: Bool {
        (0x30...0x39).contains(self) || (0x61...0x66).contains(self | 0x20)
    }
}
