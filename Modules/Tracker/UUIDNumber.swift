/// A UUID, written in capitals as the tracker's app does, as a number: half as long as its text, and
/// compared in an instant.
package struct UUIDNumber: Hashable, Sendable {
    package let high: UInt64
    package let low: UInt64

    private static let length = 36

    /// - Parameter text: UTF-8; nil for any other text.
    package init?(utf8 text: UnsafeBufferPointer<UInt8>) {
        guard text.count == Self.length else { return nil }
        var (high, low): (UInt64, UInt64) = (0, 0)
        for (place, byte) in text.enumerated() {
            if place == 8 || place == 13 || place == 18 || place == 23 {
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

/// Identifiers that were seen, of which there may be a million: nearly all are UUIDs.
package struct IdentifierSet: Sendable {
    private var numbers: Set<UUIDNumber> = []
    private var texts: Set<String> = []

    package init() {}

    /// - Returns: Whether it was not seen before.
    package mutating func insert(_ identifier: String) -> Bool {
        var text = identifier
        if let number = text.withUTF8({ UUIDNumber(utf8: $0) }) {
            return numbers.insert(number).inserted
        }
        return texts.insert(identifier).inserted
    }
}
