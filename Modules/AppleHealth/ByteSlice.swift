import Glibc

/// Borrowed bytes of the block that is being read, valid while their element is read.
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

    /// True if the bytes equal `text`. For a literal the length is constant, so that the comparison
    /// compiles to one or two loads.
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

    var newlineCount: Int {
        var found = 0
        var position = start
        while let newline = position.first(.newline, before: end) {
            found += 1
            position = newline + 1
        }
        return found
    }
}

extension UnsafePointer<UInt8> {
    /// The next occurrence of `byte` before `end`; nil without one.
    @inline(__always)
    func first(_ byte: UInt8, before end: UnsafePointer<UInt8>) -> UnsafePointer<UInt8>? {
        guard self < end, let found = memchr(self, Int32(byte), end - self) else { return nil }
        return UnsafePointer(found.assumingMemoryBound(to: UInt8.self))
    }

    /// The next complete occurrence of `text` before `end`; nil without one.
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

    /// The next eight bytes in little-endian order. Eight bytes must be readable.
    @inline(__always)
    var word: UInt64 {
        UInt64(littleEndian: UnsafeRawPointer(self).loadUnaligned(as: UInt64.self))
    }

    /// Number of leading ASCII letters in the next eight bytes. Eight bytes must be readable.
    @inline(__always)
    var leadingLetterCount: Int {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let high = ones &* 0x80
        // The first sum sets the highest bit of bytes from a, the second that of bytes beyond z.
        let lowercased = (word | ones &* 0x20) & ~high
        let letterMask =
            (lowercased &+ ones &* 0x1F) & ~(lowercased &+ ones &* 0x05) & ~word & high
        return (letterMask ^ high).trailingZeroBitCount / 8
    }

    /// The next two bytes in little-endian order. Two bytes must be readable.
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

    /// True if the byte can begin a name.
    var isNameStart: Bool {
        (self >= 0x41 && self <= 0x5A) || (self >= 0x61 && self <= 0x7A) || self == 0x5F
            || self == 0x3A || self >= 0x80
    }

    /// True if the byte ends the name of an element.
    var isNameEnd: Bool { isSpace || self == .slash || self == .greater }
}
