import Memberwise

/// A pull parser for JSON, so that a long list is never in memory as a whole.
///
/// RFC 8259 in UTF-8. If an object has a key twice, the later value counts.
package struct JSONReader: ~Copyable {
    /// A syntax error and its byte offset.
    @Memberwise
    package struct Malformed: Error, Hashable, Sendable {
        package var offset: Int
    }

    /// The maximum nesting of arrays and objects.
    private static let maximumDepth = 200

    let bytes: UnsafeBufferPointer<UInt8>
    /// The offset of the next byte.
    package var offset: Int
    private var depth = 0

    /// Creates a reader of `bytes`, which must remain valid while the reader is in use.
    package init(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int = 0) {
        self.bytes = bytes
        self.offset = offset
    }

    /// Parses a text that consists of one value.
    package static func value(of bytes: [UInt8]) throws(Malformed) -> JSONValue {
        try bytes.withUnsafeBufferPointer { (bytes) throws(Malformed) in
            var reader = JSONReader(bytes)
            let value = try reader.value()
            try reader.expectEnd()
            return value
        }
    }

    /// Throws if anything but white space follows.
    package mutating func expectEnd() throws(Malformed) {
        skipSpace()
        guard offset == bytes.count else { throw Malformed(offset: offset) }
    }

    package mutating func value() throws(Malformed) -> JSONValue {
        skipSpace()
        switch peek {
        case UInt8(ascii: "{"):
            var object: [String: JSONValue] = [:]
            try members { (key, reader) throws(Malformed) in object[key] = try reader.value() }
            return .object(object)
        case UInt8(ascii: "["):
            var array: [JSONValue] = []
            try elements { (reader) throws(Malformed) in array.append(try reader.value()) }
            return .array(array)
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try literal("true", .bool(true))
        case UInt8(ascii: "f"): return try literal("false", .bool(false))
        case UInt8(ascii: "n"): return try literal("null", .null)
        default: return try number()
        }
    }

    /// Reads an object; `body` reads the value of each key.
    package mutating func members(
        _ body: (String, inout JSONReader) throws(Malformed) -> Void
    ) throws(Malformed) {
        try open(UInt8(ascii: "{"))
        if accept(UInt8(ascii: "}")) { return close() }
        repeat {
            skipSpace()
            let key = try string()
            guard accept(UInt8(ascii: ":")) else { throw Malformed(offset: offset) }
            try body(key, &self)
        } while accept(UInt8(ascii: ","))
        guard accept(UInt8(ascii: "}")) else { throw Malformed(offset: offset) }
        close()
    }

    /// Reads an array; `body` reads each element.
    package mutating func elements(
        _ body: (inout JSONReader) throws(Malformed) -> Void
    ) throws(Malformed) {
        _ = try elements(limit: .max, body)
    }

    /// Reads up to `limit` elements of an array; with `isInside`, continues after a previous call.
    /// - Returns: True if elements remain; a later call continues at the reached offset.
    mutating func elements(
        isInside: Bool = false, limit: Int,
        _ body: (inout JSONReader) throws(Malformed) -> Void
    ) throws(Malformed) -> Bool {
        if isInside {
            depth += 1
        } else {
            try open(UInt8(ascii: "["))
            if accept(UInt8(ascii: "]")) {
                close()
                return false
            }
        }
        var count = 0
        repeat {
            if count == limit {
                close()
                return true
            }
            try body(&self)
            count += 1
        } while accept(UInt8(ascii: ","))
        guard accept(UInt8(ascii: "]")) else { throw Malformed(offset: offset) }
        close()
        return false
    }

    /// True if the next value is an array.
    package mutating func isAtArray() -> Bool {
        skipSpace()
        return peek == UInt8(ascii: "[")
    }

    /// True if the next value is an object.
    package mutating func isAtObject() -> Bool {
        skipSpace()
        return peek == UInt8(ascii: "{")
    }

    func bytes(_ range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(rebasing: bytes[range])
    }

    /// A saved state of the reader.
    struct Position {
        fileprivate var offset: Int
        fileprivate var depth: Int
    }

    var position: Position { Position(offset: offset, depth: depth) }

    mutating func seek(to position: Position) {
        offset = position.offset
        depth = position.depth
    }

    /// Skips a value. Arrays and objects are not validated, except for balanced brackets.
    package mutating func skip() throws(Malformed) {
        skipSpace()
        guard peek == UInt8(ascii: "{") || peek == UInt8(ascii: "[") else {
            _ = try value()
            return
        }
        var open = 0
        while let byte = peek {
            offset += 1
            switch byte {
            case UInt8(ascii: "{"), UInt8(ascii: "["): open += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                open -= 1
                if open == 0 { return }
            case UInt8(ascii: "\""): try skipString()
            default: break
            }
        }
        throw Malformed(offset: offset)
    }

    /// Skips the rest of a string after its opening quote.
    private mutating func skipString() throws(Malformed) {
        while let byte = peek {
            offset += byte == UInt8(ascii: "\\") ? 2 : 1
            if byte == UInt8(ascii: "\"") { return }
        }
        throw Malformed(offset: offset)
    }
}

extension JSONReader {
    var peek: UInt8? { offset < bytes.count ? bytes[offset] : nil }

    mutating func skipSpace() {
        while offset < bytes.count {
            switch bytes[offset] {
            case 0x20, 0x0A, 0x0D, 0x09: offset += 1
            default: return
            }
        }
    }

    mutating func accept(_ byte: UInt8) -> Bool {
        skipSpace()
        guard peek == byte else { return false }
        offset += 1
        return true
    }

    private mutating func open(_ bracket: UInt8) throws(Malformed) {
        guard accept(bracket), depth < Self.maximumDepth else { throw Malformed(offset: offset) }
        depth += 1
    }

    private mutating func close() {
        depth -= 1
    }

    mutating func literal(
        _ word: StaticString, _ value: JSONValue
    ) throws(Malformed) -> JSONValue {
        let count = word.utf8CodeUnitCount
        guard offset + count <= bytes.count else { throw Malformed(offset: offset) }
        for index in 0..<count where bytes[offset + index] != word.utf8Start[index] {
            throw Malformed(offset: offset)
        }
        offset += count
        return value
    }

    private mutating func number() throws(Malformed) -> JSONValue {
        let start = offset
        var isWhole = true
        if peek == UInt8(ascii: "-") { offset += 1 }
        let digits = offset
        scan: while let byte = peek {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): break
            case UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"), UInt8(ascii: "+"),
                UInt8(ascii: "-"):
                isWhole = false
            default: break scan
            }
            offset += 1
        }
        let text = String(decoding: bytes[start..<offset], as: UTF8.self)
        let hasLeadingZero =
            offset - digits > 1 && bytes[digits] == UInt8(ascii: "0")
            && (48...57).contains(bytes[digits + 1])
        guard offset > digits, (48...57).contains(bytes[digits]), !hasLeadingZero,
            bytes[offset - 1] != UInt8(ascii: ".")
        else { throw Malformed(offset: start) }
        if isWhole, let whole = Int64(text) { return .integer(whole) }
        guard let number = Double(text), number.isFinite else { throw Malformed(offset: start) }
        return JSONValue(number)
    }
}
