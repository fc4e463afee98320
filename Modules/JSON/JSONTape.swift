import Glibc

/// A JSON text split into tokens in one strict pass (RFC 8259), without a tree.
///
/// Each value is one token, followed by the tokens of its content; the token has the index behind them.
/// A member of an object is two tokens, key and value.
///
/// Tracker documents have a reader of their own, `JSONReader` in TrackerDocuments: it needs no memory beyond
/// the record at hand, uses the last of several equal keys as the seed tracker does, and reports the offset
/// at which parsing stopped. A tape has a token for each value, and the first of several equal keys is used.
package final class JSONTape {
    package enum Kind: UInt8 {
        case null, no, yes
        /// Digits only, with an optional minus.
        case whole
        /// A number with a point or an exponent.
        case fraction
        case text
        /// A string with escapes.
        case escaped
        case array, object
    }

    package struct Token {
        package var kind: Kind
        /// Byte offset of the value; of a string, behind its opening quote.
        package var start: Int32
        /// Number of bytes; elements of an array, members of an object.
        package var count: Int32
        /// Index of the token behind the value and its content.
        package var next: Int32
    }

    /// The text that the tokens refer to, in the memory of `owner`.
    private let bytes: UnsafeRawBufferPointer
    /// The object that keeps the text in memory; nil if the caller does.
    package let owner: AnyObject?
    /// Memory owned by this object: an array would be retained at each access.
    package let tokens: UnsafeBufferPointer<Token>

    /// Splits `bytes`, which must neither change nor move while `owner` exists or, without an owner, while
    /// the tape is in use.
    /// - Throws: The first fault of a text that is not JSON in UTF-8.
    package init(_ bytes: UnsafeRawBufferPointer, owner: AnyObject?) throws(JSONFault) {
        guard bytes.count <= Self.maximumBytes else {
            throw JSONFault(.tooLong, at: Self.maximumBytes)
        }
        let tokens = try Self.tokens(bytes)
        self.bytes = bytes
        self.owner = owner
        let memory = UnsafeMutableBufferPointer<Token>.allocate(capacity: tokens.count)
        _ = memory.initialize(from: tokens)
        self.tokens = UnsafeBufferPointer(memory)
        for token in tokens where token.kind == .escaped {
            guard unescaped(content(of: token)) != nil else {
                throw JSONFault(.escape, at: Int(token.start))
            }
        }
    }

    deinit { tokens.deallocate() }

    private static let maximumBytes = Int(Int32.max)

    private static func tokens(_ text: UnsafeRawBufferPointer) throws(JSONFault) -> [Token] {
        var scanner = JSONScanner(text)
        let isJSON = scanner.scan()
        guard isJSON else { throw JSONFault.first(in: text, scanner.problem, at: scanner.offset) }
        if !scanner.isASCII, String(validating: text, as: UTF8.self) == nil {
            throw JSONFault(.encoding, at: 0)
        }
        return scanner.tokens
    }

    /// True if the text is an object.
    package var isObject: Bool { tokens.first?.kind == .object }

    /// The bytes of a token that is neither an array nor an object.
    func content(of token: Token) -> UnsafeBufferPointer<UInt8> {
        let start = bytes.baseAddress.map { $0 + Int(token.start) }
        return UnsafeBufferPointer(
            start: start?.assumingMemoryBound(to: UInt8.self), count: Int(token.count))
    }

    /// The JSON text of a value, with its quotes or brackets, in the memory of the whole text.
    package func rawText(at index: Int) -> UnsafeRawBufferPointer {
        let token = tokens[index]
        let start = Int(token.start)
        return switch token.kind {
        case .array, .object: slice(from: start, count: end(from: start) - start)
        case .text, .escaped: slice(from: start - 1, count: Int(token.count) + 2)
        default: slice(from: start, count: Int(token.count))
        }
    }

    private func slice(from start: Int, count: Int) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(rebasing: bytes[start..<(start + count)])
    }

    /// The offset behind the closing bracket of the array or object at `start`.
    private func end(from start: Int) -> Int {
        var position = start
        var depth = 0
        repeat {
            switch bytes[position] {
            case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
            case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
            case UInt8(ascii: "\""):
                position += 1
                while bytes[position] != UInt8(ascii: "\"") {
                    position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
                }
            default: break
            }
            position += 1
        } while depth > 0
        return position
    }

    /// True if a string without escapes equals `wanted`.
    func content(of token: Token, is wanted: UnsafeBufferPointer<UInt8>) -> Bool {
        let content = content(of: token)
        guard content.count == wanted.count, let base = content.baseAddress,
            let other = wanted.baseAddress
        else { return content.isEmpty && wanted.isEmpty }
        return memcmp(base, other, wanted.count) == 0
    }
}

/// A scanner that splits a text in one pass.
private struct JSONScanner {
    private let text: UnsafeRawBufferPointer
    private(set) var offset = 0
    /// The fault at `offset`, after ``scan()`` has returned false.
    private(set) var problem = JSONFault.Problem.syntax
    /// Token indices of open arrays and objects, the innermost last.
    private var open: [Int] = []
    private(set) var tokens: [JSONTape.Token] = []
    private(set) var isASCII = true

    private static let maximumDepth = JSONFault.depthLimit

    init(_ text: UnsafeRawBufferPointer) {
        self.text = text
        tokens.reserveCapacity(text.count / 8 + 4)
    }

    /// False if the text is not JSON.
    mutating func scan() -> Bool {
        guard value() else { return false }
        while let container = open.last {
            let isObject = tokens[container].kind == .object
            skipSpace()
            guard offset < text.count else { return false }
            let byte = text[offset]
            offset += 1
            switch byte {
            case UInt8(ascii: ",") where tokens[container].count > 0:
                guard !isObject || key(), value() else { return false }
            case UInt8(ascii: "}") where isObject, UInt8(ascii: "]") where !isObject:
                close()
            default:
                // Only the first member or element has no comma before it.
                guard tokens[container].count == 0 else { return false }
                offset -= 1
                guard !isObject || key(), value() else { return false }
            }
        }
        skipSpace()
        return offset == text.count
    }

    /// Scans a value, or the beginning of an array or object.
    private mutating func value() -> Bool {
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

    private mutating func key() -> Bool {
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
        guard open.count < Self.maximumDepth else {
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
