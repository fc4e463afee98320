/// A strict scanner that splits the values of a JSON text (RFC 8259) into tokens, each in one pass.
///
/// A document whose lists are too long for a tape is read member by member and element by element, so that
/// no memory is needed beyond the text and the tape of the record at hand.
package struct JSONScanner: ~Copyable {
    private let text: UnsafeRawBufferPointer
    /// Byte offset behind the text that has been scanned.
    package private(set) var offset: Int
    /// The fault at `offset` after scanning has failed.
    private var problem = JSONFault.Problem.syntax
    /// Token indices of open arrays and objects, the innermost last.
    private var open: [Int] = []
    /// The tokens of the last value.
    private(set) var tokens: [JSONTape.Token] = []
    /// The byte range of the last value with the white space before it.
    private(set) var range = 0..<0
    private(set) var isASCII = true

    private static let maximumBytes = Int(Int32.max)

    /// Creates a scanner of `text`, which must remain valid while the scanner is in use.
    package init(_ text: UnsafeRawBufferPointer, at offset: Int = 0) {
        self.text = text
        self.offset = offset
    }

    /// The tape of the next value, which refers to the memory of the text.
    package mutating func value() throws(JSONFault) -> JSONTape {
        try scan()
        return try JSONTape(text, self, owner: nil)
    }

    /// Splits the next value into tokens, for about `capacity` of which memory is reserved.
    mutating func scan(capacity: Int = 0) throws(JSONFault) {
        guard text.count <= Self.maximumBytes else {
            throw JSONFault(.tooLong, at: Self.maximumBytes)
        }
        let start = offset
        open.removeAll(keepingCapacity: true)
        tokens.removeAll(keepingCapacity: true)
        if capacity > 0 { tokens.reserveCapacity(capacity) }
        isASCII = true
        guard scanWholeValue() else { throw JSONFault(problem, at: offset) }
        range = start..<offset
    }

    /// Throws if anything but white space follows.
    package mutating func expectEnd() throws(JSONFault) {
        skipSpace()
        guard offset == text.count else { throw JSONFault(.syntax, at: offset) }
    }

    /// Scans a value with all its members or elements. Returns false if the value is malformed.
    private mutating func scanWholeValue() -> Bool {
        guard scanValue() else { return false }
        while let container = open.last {
            let isObject = tokens[container].kind == .object
            skipSpace()
            guard offset < text.count else { return false }
            switch text[offset] {
            case UInt8(ascii: ",") where tokens[container].count > 0:
                offset += 1
                guard !isObject || scanKey(), scanValue() else { return false }
            case UInt8(ascii: "}") where isObject, UInt8(ascii: "]") where !isObject:
                offset += 1
                close()
            default:
                // Only the first member or element has no comma before it.
                guard tokens[container].count == 0, !isObject || scanKey(), scanValue() else {
                    return false
                }
            }
        }
        return true
    }

    /// Scans a value, or the beginning of an array or object. Returns false if it is malformed.
    private mutating func scanValue() -> Bool {
        skipSpace()
        guard offset < text.count else { return false }
        if let container = open.last { tokens[container].count += 1 }
        switch text[offset] {
        case UInt8(ascii: "{"): return begin(.object)
        case UInt8(ascii: "["): return begin(.array)
        case UInt8(ascii: "\""): return string()
        case UInt8(ascii: "t"): return literal("true", .yes)
        case UInt8(ascii: "f"): return literal("false", .no)
        case UInt8(ascii: "n"): return literal("null", .null)
        default: return number()
        }
    }

    private mutating func scanKey() -> Bool {
        skipSpace()
        guard offset < text.count, text[offset] == UInt8(ascii: "\""), string() else {
            return false
        }
        skipSpace()
        guard offset < text.count, text[offset] == UInt8(ascii: ":") else { return false }
        offset += 1
        return true
    }

    private mutating func begin(_ kind: JSONTape.Kind) -> Bool {
        guard open.count < JSONFault.depthLimit else {
            problem = .depth
            return false
        }
        open.append(tokens.count)
        append(kind, from: offset, count: 0)
        offset += 1
        return true
    }

    private mutating func close() {
        tokens[open.removeLast()].next = Int32(truncatingIfNeeded: tokens.count)
    }

    private mutating func append(_ kind: JSONTape.Kind, from start: Int, count: Int) {
        tokens.append(
            JSONTape.Token(
                kind: kind, start: Int32(truncatingIfNeeded: start),
                count: Int32(truncatingIfNeeded: count),
                next: Int32(truncatingIfNeeded: tokens.count + 1)))
    }

    private mutating func skipSpace() {
        while offset < text.count {
            switch text[offset] {
            case 0x20, 0x0A, 0x0D, 0x09: offset += 1
            default: return
            }
        }
    }

    /// True if `byte` follows, after white space.
    package mutating func isAt(_ byte: Unicode.Scalar) -> Bool {
        skipSpace()
        return offset < text.count && text[offset] == UInt8(ascii: byte)
    }

    /// Returns and skips the next byte; nil at the end.
    mutating func next() -> UInt8? {
        guard offset < text.count else { return nil }
        defer { offset += 1 }
        return text[offset]
    }

    private mutating func literal(_ word: StaticString, _ kind: JSONTape.Kind) -> Bool {
        let count = word.utf8CodeUnitCount
        guard offset + count <= text.count else { return false }
        for index in 0..<count where text[offset + index] != word.utf8Start[index] { return false }
        append(kind, from: offset, count: count)
        offset += count
        return true
    }

    /// Scans a string, from its opening quote.
    private mutating func string() -> Bool {
        let start = offset + 1
        var end = start
        var kind = JSONTape.Kind.text
        var bits: UInt8 = 0
        while end < text.count, text[end] != UInt8(ascii: "\"") {
            guard text[end] >= 0x20 else { return fail(.control, at: end) }
            bits |= text[end]
            if text[end] == UInt8(ascii: "\\") {
                kind = .escaped
                end += 1
                guard end < text.count, text[end] >= 0x20 else { return fail(.escape, at: end) }
            }
            end += 1
        }
        guard end < text.count else { return fail(.syntax, at: end) }
        if bits >= 0x80 { isASCII = false }
        append(kind, from: start, count: end - start)
        offset = end + 1
        return true
    }

    private mutating func fail(_ problem: JSONFault.Problem, at offset: Int) -> Bool {
        self.problem = problem
        self.offset = offset
        return false
    }

    private mutating func number() -> Bool {
        let start = offset
        var kind = JSONTape.Kind.whole
        _ = accept(UInt8(ascii: "-"))
        if !accept(UInt8(ascii: "0")) { guard digits() else { return false } }
        if accept(UInt8(ascii: ".")) {
            kind = .fraction
            guard digits() else { return false }
        }
        if accept(UInt8(ascii: "e")) || accept(UInt8(ascii: "E")) {
            kind = .fraction
            if !accept(UInt8(ascii: "+")) { _ = accept(UInt8(ascii: "-")) }
            guard digits() else { return false }
        }
        append(kind, from: start, count: offset - start)
        return true
    }

    private mutating func accept(_ byte: UInt8) -> Bool {
        guard offset < text.count, text[offset] == byte else { return false }
        offset += 1
        return true
    }

    /// Scans one or more digits.
    private mutating func digits() -> Bool {
        let start = offset
        while offset < text.count, text[offset] &- 48 < 10 { offset += 1 }
        return offset > start
    }
}
