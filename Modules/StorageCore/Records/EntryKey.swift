package import Tracker

/// The stored form of an entry's identifier: 16 bytes for an upper-case UUID, as the tracker's app writes
/// them, and text for any other.
package enum EntryKey: Hashable, Sendable {
    case uuid(high: UInt64, low: UInt64)
    case text(String)

    /// The positions of the dashes in a UUID.
    private static let dashes = [8, 13, 18, 23]
    private static let uuidLength = 36
    private static let digits = Array("0123456789ABCDEF".utf8)

    /// - Parameter id: UTF-8.
    package init(utf8 id: UnsafeBufferPointer<UInt8>) {
        if let number = UUIDNumber(utf8: id) {
            self = .uuid(high: number.high, low: number.low)
        } else {
            self = .text(String(decoding: id, as: UTF8.self))
        }
    }

    package init(_ id: Entry.ID) {
        var text = id.rawValue
        self = text.withUTF8 { Self(utf8: $0) }
    }

    /// Calls `body` with the text of 16 bytes.
    package static func withText<Value>(
        of uuid: UnsafeRawBufferPointer, _ body: (UnsafeBufferPointer<UInt8>) throws -> Value
    ) rethrows -> Value {
        try withUnsafeTemporaryAllocation(of: UInt8.self, capacity: uuidLength) { text in
            var position = 0
            for byte in uuid.prefix(16) {
                if dashes.contains(position) {
                    text.initializeElement(at: position, to: UInt8(ascii: "-"))
                    position += 1
                }
                text.initializeElement(at: position, to: digits[Int(byte >> 4)])
                text.initializeElement(at: position + 1, to: digits[Int(byte & 15)])
                position += 2
            }
            return try body(UnsafeBufferPointer(rebasing: text[..<position]))
        }
    }
}
