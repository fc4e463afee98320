/// Reads JSON text value by value, so that a long list is never whole in memory.
///
/// RFC 8259, in UTF-8. Of a key that an object has twice, the later value counts.
package struct JSONReader: ~Copyable {
    /// Text that is no JSON, and where.
    package struct Malformed: Error, Hashable, Sendable {
        package var offset: Int

        package init(offset: Int) {
            self.offset = offset
        }
    }

    /// Arrays and objects within each other; deeper text is refused.
    private static let maximumDepth = 200

    let bytes: UnsafeBufferPointer<UInt8>
    /// Where the next byte is read.
    package var offset: Int
    private var depth = 0

    /// A reader of `bytes`, which must stay where they are as long as it is used.
    package init(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int = 0) {
        self.bytes = bytes
        self.offset = offset
    }

    /// The one value that a text consists of.
    package static func value(of bytes: [UInt8]) throws(Malformed) -> JSONValue {
        try bytes.withUnsafeBufferPointer { (bytes) throws(Malformed) in
            var reader = JSONReader(bytes)
            let value = try reader.value()
            try reader.expectEnd()
            return value
        }
    }

    /// Nothing but white space may follow.
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

    /// Reads an object; `body` has to read the value of each key.
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

    /// Reads an array; `body` has to read each element.
    package mutating func elements(
        _ body: (inout JSONReader) throws(Malformed) -> Void
    ) throws(Malformed) {
        _ = try elements(limit: .max, body)
    }

    /// Reads up to `limit` elements of an array, of which some were read before when `isInside`.
    /// - Returns: Whether others follow; they are read by going on at the place that is reached.
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

    /// Whether an array comes next.
    package mutating func isAtArray() -> Bool {
        skipSpace()
        return peek == UInt8(ascii: "[")
    }

    /// Whether an object comes next.
    package mutating func isAtObject() -> Bool {
        skipSpace()
        return peek == UInt8(ascii: "{")
    }

    func bytes(_ range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(rebasing: bytes[range])
    }

    /// A place that can be gone back to.
    struct Position {
        fileprivate var offset: Int
        fileprivate var depth: Int
    }

    var mark: Position { Position(offset: offset, depth: depth) }

    mutating func seek(to mark: Position) {
        offset = mark.offset
        depth = mark.depth
    }

    /// Passes over a value of any form, and judges no more of it than where it ends.
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

    /// Passes over a string whose quote was read.
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
