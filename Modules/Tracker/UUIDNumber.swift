/// A UUID in uppercase, the form that the seed tracker writes, as a 128-bit number. Its memory is
/// less than half of the text, and comparisons are fast.
package struct UUIDNumber: Hashable, Sendable {
    package let high: UInt64
    package let low: UInt64

    private static let length = 36

    /// Nil if `text` is not a UUID in uppercase.
    package init?(utf8 text: UnsafeBufferPointer<UInt8>) {
        guard text.count == Self.length else { return nil }
        var (high, low): (UInt64, UInt64) = (0, 0)
        for (index, byte) in text.enumerated() {
            if index == 8 || index == 13 || index == 18 || index == 23 {
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
