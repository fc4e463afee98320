import CivilTime
import JSON

/// A point in the usual form, read in place: an object with a date, numbers and a source without escapes.
/// ``JSONRecord`` reads all others.
struct PlainPoint {
    private(set) var date = HealthAutoExportDate.Parsed(
        instant: 0, secondOfDay: 0, offset: 0, day: CivilDate(days: 0))
    /// The texts of the numbers, which are parsed when they are needed.
    private var quantity: UnsafeBufferPointer<UInt8>?
    private var average: UnsafeBufferPointer<UInt8>?
    private var minimum: UnsafeBufferPointer<UInt8>?
    private var maximum: UnsafeBufferPointer<UInt8>?
    /// The bytes of the source, within the memory of the point; nil without one. They may be other than
    /// UTF-8.
    private(set) var source: UnsafeBufferPointer<UInt8>?
    /// The position of the point in the bytes that were read.
    private(set) var range = 0..<0

    /// Reads consecutive points in this form, with commas between them, as long as `body` returns true.
    /// - Returns: The length of the points; 0 unless the bytes begin with a complete one.
    static func readAll(
        in bytes: UnsafeRawBufferPointer, _ body: (PlainPoint) throws -> Bool
    ) rethrows -> Int {
        var cursor = Cursor(bytes.assumingMemoryBound(to: UInt8.self))
        // One point for all: a copy of it takes as long as a number.
        var point = PlainPoint()
        var length = 0
        repeat {
            guard point.read(at: &cursor), try body(point) else { return length }
            length = point.range.upperBound
        } while cursor.accept(",")
        return length
    }

    private init() {}

    /// Replaces the point by the one at the cursor.
    /// - Returns: False unless a complete point in this form is at the cursor.
    private mutating func read(at cursor: inout Cursor) -> Bool {
        (quantity, average, minimum, maximum, source) = (nil, nil, nil, nil, nil)
        var hasDate = false
        guard cursor.accept("{") else { return false }
        let start = cursor.index - 1
        repeat {
            guard let key = cursor.text(), cursor.accept(":") else { return false }
            if Self.is(key, "date") {
                guard !hasDate, let text = cursor.text(),
                    let value = HealthAutoExportDate.parse(text)
                else { return false }
                (date, hasDate) = (value, true)
            } else if Self.is(key, "qty") {
                guard quantity == nil, let number = cursor.number() else { return false }
                quantity = number
            } else if Self.is(key, "source") {
                guard source == nil, let text = cursor.text() else { return false }
                source = text
            } else if Self.is(key, "Avg") {
                guard average == nil, let number = cursor.number() else { return false }
                average = number
            } else if Self.is(key, "Min") {
                guard minimum == nil, let number = cursor.number() else { return false }
                minimum = number
            } else if Self.is(key, "Max") {
                guard maximum == nil, let number = cursor.number() else { return false }
                maximum = number
            } else {
                return false
            }
        } while cursor.accept(",")
        guard cursor.accept("}"), hasDate else { return false }
        range = start..<cursor.index
        return true
    }

    private static func `is`(_ key: UnsafeBufferPointer<UInt8>, _ name: StaticString) -> Bool {
        guard key.count == name.utf8CodeUnitCount else { return false }
        for index in key.indices where key[index] != name.utf8Start[index] { return false }
        return true
    }

    /// The value of the point: its quantity, or the average of a total; nil without one.
    var value: Double? {
        quantity.flatMap(JSONNumber.value) ?? average.flatMap(JSONNumber.value)
    }

    /// The least and the greatest value of a total.
    var extremes: [Double] {
        guard minimum != nil || maximum != nil else { return [] }
        return [minimum, maximum].compactMap { $0.flatMap(JSONNumber.value) }
    }
}

/// A position in the bytes of a point.
private struct Cursor {
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
}
