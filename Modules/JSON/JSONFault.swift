/// The first violation of JSON (RFC 8259, in UTF-8 without a byte order mark) in a text.
package struct JSONFault: Error, Hashable, Sendable {
    package enum Problem: Hashable, Sendable {
        case syntax
        /// The text begins with a byte order mark, or is UTF-16 or UTF-32.
        case otherEncoding
        /// The text is not UTF-8.
        case encoding
        /// An unescaped control character in a string.
        case control
        /// A malformed escape, or an unpaired surrogate.
        case escape
        case depth
        /// A number beyond the range of `Double`.
        case number
        case tooLong
    }

    /// Maximum nesting depth of arrays and objects.
    package static let depthLimit = 256

    package var problem: Problem
    /// Byte offset in the text, from 0.
    package var offset: Int

    init(_ problem: Problem, at offset: Int) {
        self.problem = problem
        self.offset = offset
    }

    /// The fault of a text that the scanner rejected at `offset`. Another encoding takes precedence.
    static func first(
        in text: UnsafeRawBufferPointer, _ problem: Problem, at offset: Int
    ) -> Self {
        let start = Array(text.prefix(3))
        let hasMark =
            start.starts(with: [0xEF, 0xBB, 0xBF]) || start.starts(with: [0xFF, 0xFE])
            || start.starts(with: [0xFE, 0xFF])
        return hasMark || start.prefix(2).contains(0)
            ? Self(.otherEncoding, at: 0) : Self(problem, at: offset)
    }
}

extension JSONFault: CustomStringConvertible {
    package var description: String {
        switch problem {
        case .syntax: "it is not JSON from byte \(offset) on"
        case .otherEncoding: "it is not UTF-8, or begins with a byte order mark"
        case .encoding: "it is not UTF-8"
        case .control: "a control character at byte \(offset) is not escaped"
        case .escape: "an escape in the string at byte \(offset) is malformed"
        case .depth: "its arrays and objects are more than \(Self.depthLimit) deep"
        case .number: "the number at byte \(offset) is too large"
        case .tooLong: "it is longer than \(offset) bytes"
        }
    }
}
