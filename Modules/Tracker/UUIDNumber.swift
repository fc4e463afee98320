/// A UUID in uppercase, the form that the seed tracker writes, as a 128-bit number. Its memory is
/// less than half of the text, and comparisons are fast.
package struct UUIDNumber: Hashable, Sendable {
    package let high: UInt64
    package let low: UInt64

    private static let length = 36

    package init(high: UInt64, low: UInt64) {
        (self.high, self.low) = (high, low)
    }

    /// Nil if `text` is not a UUID in uppercase.
    package init?(utf8 text: UnsafeBufferPointer<UInt8>) {
        guard text.count == Self.length else { return nil }
        var (high, low): (UInt64, UInt64) = (0, 0)
        for (index, byte) in text.enumerated() {
            if Self.isDash(index) {
                guard byte == UInt8(ascii: "-") else { return nil }
                continue
            }
            let digit: UInt8
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0")
            case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = byte - UInt8(ascii: "A") + 10
            default: return nil
            }
            high = high << 4 | low >> 60
            low = low << 4 | UInt64(digit)
        }
        (self.high, self.low) = (high, low)
    }

    /// Calls `body` with the text in UTF-8.
    package func withText<Value>(
        _ body: (UnsafeBufferPointer<UInt8>) throws -> Value
    ) rethrows -> Value {
        try withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Self.length) { text in
            var (high, low) = (high, low)
            for position in 0..<Self.length {
                guard !Self.isDash(position) else {
                    text.initializeElement(at: position, to: UInt8(ascii: "-"))
                    continue
                }
                // Computed, since the access to a table costs more.
                let digit = UInt8(truncatingIfNeeded: high >> 60)
                let first = digit < 10 ? UInt8(ascii: "0") : UInt8(ascii: "A") - 10
                text.initializeElement(at: position, to: first + digit)
                (high, low) = (high << 4 | low >> 60, low << 4)
            }
            return try body(UnsafeBufferPointer(text))
        }
    }

    private static func isDash(_ position: Int) -> Bool {
        position == 8 || position == 13 || position == 18 || position == 23
    }
}

/// A set of up to millions of identifiers, nearly all of them UUIDs.
package struct IdentifierSet: Sendable {
    private var numbers: Set<UUIDNumber> = []
    private var texts: Set<String> = []

    package init() {}

    /// - Returns: True if the identifier was not in the set.
    package mutating func insert(_ identifier: String) -> Bool {
        var text = identifier
        if let number = text.withUTF8({ UUIDNumber(utf8: $0) }) {
            return numbers.insert(number).inserted
        }
        return texts.insert(identifier).inserted
    }
}
