import JSON

/// An object in its usual form, read in place: numbers, and texts without escapes. ``JSONRecord`` reads all
/// other objects.
protocol PlainObject {
    init()

    /// Removes the values of the previous object.
    mutating func clear()

    /// Reads the value of a key at the cursor.
    /// - Returns: False unless the key and the value are in the usual form.
    mutating func read(_ key: UnsafeBufferPointer<UInt8>, at cursor: inout PlainCursor) -> Bool

    /// True if all required values were read.
    var isComplete: Bool { get }

    /// The position of the object in the bytes that were read.
    var range: Range<Int> { get set }
}

extension PlainObject {
    /// Reads consecutive objects in this form, with commas between them, as long as `body` returns true.
    /// - Returns: The length of the objects; 0 unless the bytes begin with a complete one.
    static func readAll(
        in bytes: UnsafeRawBufferPointer, _ body: (Self) throws -> Bool
    ) rethrows -> Int {
        var cursor = PlainCursor(bytes.assumingMemoryBound(to: UInt8.self))
        // One object for all: a copy of it takes as long as a number.
        var object = Self()
        var length = 0
        repeat {
            guard object.read(at: &cursor), try body(object) else { return length }
            length = object.range.upperBound
        } while cursor.accept(",")
        return length
    }

    /// Replaces the object by the one at the cursor.
    /// - Returns: False unless a complete object in this form is at the cursor.
    private mutating func read(at cursor: inout PlainCursor) -> Bool {
        clear()
        guard cursor.accept("{") else { return false }
        let start = cursor.index - 1
        repeat {
            guard let key = cursor.text(), cursor.accept(":"), read(key, at: &cursor) else {
                return false
            }
        } while cursor.accept(",")
        guard cursor.accept("}"), isComplete else { return false }
        range = start..<cursor.index
        return true
    }
}

/// A position in the bytes of an object.
struct PlainCursor {
    private let bytes: UnsafeBufferPointer<UInt8>
    private(set) var index = 0

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
    }

    private mutating func skipSpace() {
        while index < bytes.count {
            switch bytes[index] {
            case 0x20, 0x0A, 0x0D, 0x09: index += 1
            default: return
            }
        }
    }

    mutating func accept(_ byte: Unicode.Scalar) -> Bool {
        skipSpace()
        guard index < bytes.count, bytes[index] == UInt8(ascii: byte) else { return false }
        index += 1
        return true
    }

    /// The bytes of a text; nil for another value, and for a text with escapes or control characters.
    mutating func text() -> UnsafeBufferPointer<UInt8>? {
        guard accept("\"") else { return nil }
        let start = index
        while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
            guard bytes[index] >= 0x20, bytes[index] != UInt8(ascii: "\\") else { return nil }
            index += 1
        }
        guard index < bytes.count else { return nil }
        index += 1
        return UnsafeBufferPointer(rebasing: bytes[start..<(index - 1)])
    }

    /// The text of a number; nil for another value, and at the end of the bytes, where it may continue.
    mutating func number() -> UnsafeBufferPointer<UInt8>? {
        skipSpace()
        let rest = UnsafeBufferPointer(rebasing: bytes[index...])
        let length = JSONNumber.length(at: rest)
        guard length > 0, length < rest.count else { return nil }
        index += length
        return UnsafeBufferPointer(rebasing: rest[..<length])
    }

    /// Reads a text into `value`. False if `value` has one already, as with a repeated key.
    mutating func readText(into value: inout UnsafeBufferPointer<UInt8>?) -> Bool {
        guard value == nil, let text = text() else { return false }
        value = text
        return true
    }

    /// Reads the text of a number into `value`. False if `value` has one already.
    mutating func readNumber(into value: inout UnsafeBufferPointer<UInt8>?) -> Bool {
        guard value == nil, let number = number() else { return false }
        value = number
        return true
    }

    /// Reads a date into `value`. False if `value` has one already.
    mutating func readDate(into value: inout HealthAutoExportDate.Parsed?) -> Bool {
        guard value == nil, let text = text(), let date = HealthAutoExportDate.parse(text) else {
            return false
        }
        value = date
        return true
    }

    /// Skips a number or a text. False for other values.
    mutating func skipValue() -> Bool {
        number() != nil || text() != nil
    }
}

extension UnsafeBufferPointer<UInt8> {
    func isEqual(to name: StaticString) -> Bool {
        guard count == name.utf8CodeUnitCount else { return false }
        for index in indices where self[index] != name.utf8Start[index] { return false }
        return true
    }
}
