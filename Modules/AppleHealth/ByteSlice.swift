import Glibc

/// Bytes within the block that is being read.
///
/// It borrows: a slice is never kept beyond the element that it was cut from.
struct ByteSlice {
    let start: UnsafePointer<UInt8>
    let count: Int

    init(_ start: UnsafePointer<UInt8>, _ count: Int) {
        self.start = start
        self.count = count
    }

    init(_ start: UnsafePointer<UInt8>, to end: UnsafePointer<UInt8>) {
        self.init(start, end - start)
    }

    var end: UnsafePointer<UInt8> { start + count }

    var buffer: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: start, count: count) }

    func first(_ byte: UInt8) -> UnsafePointer<UInt8>? {
        start.first(byte, before: end)
    }

    /// With a literal the length compared is a constant, so that it becomes one or two loads and no
    /// call.
    @inline(__always)
    func equals(_ text: StaticString) -> Bool {
        count == text.utf8CodeUnitCount
            && memcmp(start, text.utf8Start, text.utf8CodeUnitCount) == 0
    }

    @inline(__always)
    func starts(with text: StaticString) -> Bool {
        count >= text.utf8CodeUnitCount
            && memcmp(start, text.utf8Start, text.utf8CodeUnitCount) == 0
    }

    func equals(_ other: ByteSlice) -> Bool {
        count == other.count && memcmp(start, other.start, count) == 0
    }

    var newlines: Int {
        var total = 0
        var position = start
        while let newline = position.first(.newline, before: end) {
            total += 1
            position = newline + 1
        }
        return total
    }
}

extension UnsafePointer<UInt8> {
    /// Where `byte` comes next.
    @inline(__always)
    func first(_ byte: UInt8, before end: UnsafePointer<UInt8>) -> UnsafePointer<UInt8>? {
        guard self < end, let found = memchr(self, Int32(byte), end - self) else { return nil }
        return UnsafePointer(found.assumingMemoryBound(to: UInt8.self))
    }

    /// Where `text` comes next, whole.
    func first(
        _ text: StaticString, before end: UnsafePointer<UInt8>
    ) -> UnsafePointer<UInt8>? {
        var position = self
        let count = text.utf8CodeUnitCount
        while let found = position.first(text.utf8Start[0], before: end), end - found >= count {
            if memcmp(found, text.utf8Start, count) == 0 { return found }
            position = found + 1
        }
        return nil
    }

    /// The next eight bytes, the first of them lowest. There must be as many.
    @inline(__always)
    var word: UInt64 {
        UInt64(littleEndian: UnsafeRawPointer(self).loadUnaligned(as: UInt64.self))
    }

    /// How many letters of ASCII are among the next eight bytes before the first that is none. There
    /// must be as many bytes.
    @inline(__always)
    var leadingLetters: Int {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let high = ones &* 0x80
        // Small letters; the sums set the highest bit of those from a on, and of those beyond z.
        let small = (word | ones &* 0x20) & ~high
        let isLetter = (small &+ ones &* 0x1F) & ~(small &+ ones &* 0x05) & ~word & high
        return (isLetter ^ high).trailingZeroBitCount / 8
    }

    /// The next two bytes, the first of them lowest. There must be as many.
    @inline(__always)
    var halfWord: UInt16 {
        UInt16(littleEndian: UnsafeRawPointer(self).loadUnaligned(as: UInt16.self))
    }
}

extension UInt8 {
    static var newline: UInt8 { 0x0A }
    static var space: UInt8 { 0x20 }
    static var less: UInt8 { 0x3C }
    static var greater: UInt8 { 0x3E }
    static var slash: UInt8 { 0x2F }
    static var quote: UInt8 { 0x22 }
    static var apostrophe: UInt8 { 0x27 }
    static var ampersand: UInt8 { 0x26 }
    static var equal: UInt8 { 0x3D }

    var isSpace: Bool { self == 0x20 || (self >= 0x09 && self <= 0x0D) }

    /// Whether an element's name can begin with it.
    var isNameStart: Bool {
        (self >= 0x41 && self <= 0x5A) || (self >= 0x61 && self <= 0x7A) || self == 0x5F
            || self == 0x3A || self >= 0x80
    }

    /// Whether it ends the name of an element.
    var isNameEnd: Bool { isSpace || self == .slash || self == .greater }
}
