import Glibc

/// A JSON text split into tokens in one strict pass (RFC 8259), without a tree.
///
/// Each value is one token, followed by the tokens of its content; the token has the index behind them.
/// A member of an object is two tokens, key and value. A text that is too large for a tape is read with
/// ``JSONScanner``, which returns a tape for each record.
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

        fileprivate var isString: Bool { kind == .text || kind == .escaped }
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
    package convenience init(
        _ bytes: UnsafeRawBufferPointer, owner: AnyObject?
    ) throws(JSONFault) {
        do {
            var scanner = JSONScanner(bytes)
            try scanner.scan(capacity: bytes.count / 8 + 4)
            try scanner.expectEnd()
            try self.init(bytes, scanner, owner: owner)
        } catch {
            throw JSONFault.first(in: bytes, error.problem, at: error.offset)
        }
    }

    /// The last value of `scanner`, a scanner of `bytes`.
    /// - Throws: The first malformed string.
    init(
        _ bytes: UnsafeRawBufferPointer, _ scanner: borrowing JSONScanner, owner: AnyObject?
    ) throws(JSONFault) {
        self.bytes = bytes
        self.owner = owner
        let memory = UnsafeMutableBufferPointer<Token>.allocate(capacity: scanner.tokens.count)
        _ = memory.initialize(from: scanner.tokens)
        tokens = UnsafeBufferPointer(memory)
        if !scanner.isASCII, !isUTF8(bytes[scanner.range]) {
            let invalid = tokens.first { $0.isString && !isUTF8(content(of: $0)) }
            throw JSONFault(.encoding, at: Int(invalid?.start ?? 0))
        }
        for token in tokens where token.kind == .escaped {
            guard unescaped(content(of: token)) != nil else {
                throw JSONFault(.escape, at: Int(token.start))
            }
        }
    }

    deinit { tokens.deallocate() }

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
        case .array, .object: slice(from: start, count: size(from: start))
        case .text, .escaped: slice(from: start - 1, count: Int(token.count) + 2)
        default: slice(from: start, count: Int(token.count))
        }
    }

    /// The number of bytes of the array or object at `start`.
    private func size(from start: Int) -> Int {
        var scanner = JSONScanner(bytes, at: start)
        // The container has been scanned before, so skipping it cannot fail.
        try? scanner.skip()
        return scanner.offset - start
    }

    private func slice(from start: Int, count: Int) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(rebasing: bytes[start..<(start + count)])
    }

    /// True if a string without escapes equals `text`.
    func content(of token: Token, is text: UnsafeBufferPointer<UInt8>) -> Bool {
        let content = content(of: token)
        guard content.count == text.count, let base = content.baseAddress,
            let other = text.baseAddress
        else { return content.isEmpty && text.isEmpty }
        return memcmp(base, other, text.count) == 0
    }
}

private func isUTF8(_ text: some Sequence<UInt8>) -> Bool {
    String(validating: text, as: UTF8.self) != nil
}
