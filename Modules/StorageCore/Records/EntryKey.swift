package import Tracker

/// The stored form of an entry's identifier: 16 bytes for an upper-case UUID, as the tracker's app writes
/// them, and text for any other.
package enum EntryKey: Hashable, Sendable {
    case uuid(high: UInt64, low: UInt64)
    case text(String)

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
        var number: (high: UInt64, low: UInt64) = (0, 0)
        withUnsafeMutableBytes(of: &number) { $0.copyBytes(from: uuid.prefix(16)) }
        return try UUIDNumber(
            high: UInt64(bigEndian: number.high), low: UInt64(bigEndian: number.low)
        ).withText(body)
    }
}
